#include "runtime/Table.h"
#include "runtime/QuotedText.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tritonc {

bool parseTableFormat(const std::string &text, TableFormat &format) {
  if (text == "text" || text.empty())
    format = TableFormat::Text;
  else if (text == "json")
    format = TableFormat::Json;
  else if (text == "csv")
    format = TableFormat::Csv;
  else
    return false;
  return true;
}

Cell Cell::ofReal(double value, int significant) {
  if (!std::isfinite(value))
    return {};
  char buffer[64];
  // Plain notation with the wanted number of digits in all; large numbers keep their whole part.
  int whole = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
  std::snprintf(buffer, sizeof buffer, "%.*f", std::min(std::max(significant - whole, 0), 12), value);
  return {buffer, true};
}

static std::string csvField(const std::string &text) {
  if (text.find_first_of(",\"\n") == std::string::npos)
    return text;
  std::string out = "\"";
  for (char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string Table::text() const {
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns.size(); ++i) {
    size_t width = columns[i].heading.size();
    bool any = !columns[i].optional;
    for (auto &row : rows) {
      any |= !row[i].text.empty();
      width = std::max(width, std::max<size_t>(row[i].text.size(), 1));
    }
    widths.push_back(any ? width : 0);
  }
  std::string out;
  auto line = [&](auto cell, auto right) {
    std::string text;
    for (size_t i = 0; i < columns.size(); ++i) {
      if (!widths[i])
        continue;
      std::string value = cell(i);
      std::string padding(widths[i] - std::min(widths[i], value.size()), ' ');
      text += (text.empty() ? "" : "  ") + (right(i) ? padding + value : value + padding);
    }
    out += text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
  };
  auto numeric = [&](size_t i) {
    return std::any_of(rows.begin(), rows.end(), [&](auto &row) { return row[i].isNumber; });
  };
  line([&](size_t i) { return columns[i].heading; }, numeric);
  for (auto &row : rows)
    line([&](size_t i) { return row[i].text.empty() ? std::string("-") : row[i].text; }, numeric);
  return out;
}

std::string Table::json() const {
  std::string out = "[";
  for (size_t r = 0; r < rows.size(); ++r) {
    out += r ? ",\n  {" : "\n  {";
    for (size_t i = 0; i < columns.size(); ++i) {
      const Cell &cell = rows[r][i];
      out += (i ? ", " : "") + quotedText(columns[i].key) + ": ";
      out += cell.text.empty() ? "null" : cell.isNumber ? cell.text : quotedText(cell.text);
    }
    out += "}";
  }
  return out + (rows.empty() ? "]" : "\n]");
}

std::string Table::csv() const {
  std::string out;
  for (size_t i = 0; i < columns.size(); ++i)
    out += (i ? "," : "") + csvField(columns[i].key);
  out += '\n';
  for (auto &row : rows) {
    for (size_t i = 0; i < columns.size(); ++i)
      out += (i ? "," : "") + csvField(row[i].text);
    out += '\n';
  }
  return out;
}

std::string Table::format(TableFormat format) const {
  switch (format) {
  case TableFormat::Json:
    return json() + "\n";
  case TableFormat::Csv:
    return csv();
  case TableFormat::Text:
    break;
  }
  return text();
}

} // namespace tritonc
