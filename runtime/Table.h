//===- Table.h - rows for people, JSON and CSV ----------------------------===//
//
// Reports and timings are tables. One description of the columns serves all three forms, so they cannot disagree.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <string>
#include <vector>

namespace tritonc {

enum class TableFormat { Text, Json, Csv };

/// Reads `text`, `json`, `csv`.
bool parseTableFormat(const std::string &text, TableFormat &format);

struct Cell {
  /// Empty: not known (`-`, null, nothing).
  std::string text;
  /// JSON writes numbers without quotes; text is set to the right.
  bool isNumber = false;

  static Cell ofText(std::string text) { return {std::move(text), false}; }
  static Cell ofInteger(long long value) { return {std::to_string(value), true}; }
  /// Negative: not known.
  static Cell ofKnown(long long value) { return value < 0 ? Cell() : ofInteger(value); }
  static Cell ofReal(double value, int significant = 4);
};

struct Column {
  /// Name in JSON and CSV: `shared_bytes`.
  std::string key;
  /// Heading for people: `shared B`.
  std::string heading;
  /// Text leaves the column out when no row has a value.
  bool optional = false;
};

class Table {
public:
  explicit Table(std::vector<Column> columns) : columns(std::move(columns)) {}
  /// As many cells as columns.
  void add(std::vector<Cell> row) { rows.push_back(std::move(row)); }
  bool empty() const { return rows.empty(); }
  std::string text() const;
  /// An array of objects.
  std::string json() const;
  std::string csv() const;
  std::string format(TableFormat format) const;

private:
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

} // namespace tritonc
