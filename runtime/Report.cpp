#include "runtime/Report.h"
#include <algorithm>
#include <map>

namespace tritonc {

ReportRow reportRow(const Manifest &manifest, int variant) {
  ReportRow row;
  row.manifest = manifest;
  row.variant = variant;
  ResourceReport &resources = row.manifest.resources;
  // The CPU has no shared memory to report.
  if (resources.sharedBytes < 0 && manifest.target != "cpu")
    resources.sharedBytes = manifest.sharedBytes;
  if (resources.source.empty())
    resources.source = "manifest";
  return row;
}

ReportRow loadedRow(const Manifest &manifest, int variant, const LoadedFigures &figures, const DeviceInfo &device) {
  ReportRow row;
  row.manifest = manifest;
  row.variant = variant;
  ResourceReport resources;
  resources.registers = figures.registers;
  resources.stackBytes = figures.localBytes;
  if (figures.staticSharedBytes >= 0)
    resources.sharedBytes = figures.staticSharedBytes + manifest.sharedBytes;
  resources.programsPerUnit = figures.programsPerUnit;
  resources.source = concat("loaded on ", device.spec, " (", device.name, ")");
  row.manifest.resources = resources;
  if (figures.programsPerUnit >= 0 && device.threadsPerUnit > 0)
    row.occupancy = std::min(100, 100 * figures.programsPerUnit * manifest.threads / device.threadsPerUnit);
  return row;
}

/// `4 B`, `2 VGPR`: spills count different things on different machines.
static Cell spillCell(const ResourceReport &resources) {
  if (resources.spills < 0)
    return {};
  std::string text = std::to_string(resources.spills);
  if (!resources.spillUnit.empty() && resources.spills > 0)
    text += " " + resources.spillUnit;
  if (resources.sgprSpills > 0)
    text += concat(" + ", resources.sgprSpills, " SGPR");
  return {text, resources.spillUnit.empty()};
}

Table reportTable(const std::vector<ReportRow> &rows) {
  Table table({{"kernel", "kernel"},
               {"variant", "variant"},
               {"constexprs", "constexprs"},
               {"target", "target"},
               {"image", "image"},
               {"lanes", "lanes"},
               {"num_warps", "warps"},
               {"num_stages", "stages"},
               {"threads", "threads"},
               {"registers", "regs"},
               {"agprs", "AGPR", true},
               {"sgprs", "SGPR", true},
               {"spills", "spills"},
               {"stack_bytes", "stack B"},
               {"shared_bytes", "shared B"},
               {"barriers", "barriers", true},
               {"programs_per_unit", "programs/unit", true},
               {"occupancy_percent", "occupancy %", true},
               {"limited_by", "limited by", true},
               {"options", "options", true},
               {"source", "from"}});
  for (const ReportRow &row : rows) {
    const Manifest &manifest = row.manifest;
    const ResourceReport &resources = manifest.resources;
    std::string constants;
    for (const ManifestConstexpr &constant : manifest.constexprs)
      constants += (constants.empty() ? "" : " ") + constant.name + "=" + constant.value;
    table.add({Cell::ofText(manifest.kernel),
               Cell::ofInteger(row.variant),
               Cell::ofText(constants),
               Cell::ofText(manifest.target),
               Cell::ofText(manifest.imageKind),
               Cell::ofInteger(manifest.warpSize),
               Cell::ofInteger(manifest.numWarps),
               Cell::ofInteger(manifest.numStages),
               Cell::ofInteger(manifest.threads),
               Cell::ofKnown(resources.registers),
               Cell::ofKnown(resources.agprs),
               Cell::ofKnown(resources.sgprs),
               spillCell(resources),
               Cell::ofKnown(resources.stackBytes),
               Cell::ofKnown(resources.sharedBytes),
               Cell::ofKnown(resources.barriers),
               Cell::ofKnown(resources.programsPerUnit),
               Cell::ofKnown(row.occupancy),
               Cell::ofText(resources.limitedBy),
               Cell::ofText(manifest.extraOptions()),
               Cell::ofText(resources.source)});
  }
  return table;
}

std::string formatReport(const std::vector<Manifest> &manifests, const std::string &format) {
  std::vector<ReportRow> rows;
  std::map<std::string, int> variants;
  for (const Manifest &manifest : manifests)
    rows.push_back(reportRow(manifest, variants[manifest.kernel + " " + manifest.target]++));
  TableFormat kind = TableFormat::Text;
  parseTableFormat(format, kind);
  return reportTable(rows).format(kind);
}

} // namespace tritonc
