//===- Session.cpp - the course of a run ----------------------------------===//
//
// Open the file and the device; then for every sweep point, and every variant that is asked for: evaluate the
// arguments, launch once, compare, save and print; only then time. A search for the fastest variant comes before all of
// that, so that what is checked is its winner. Tables come at the end.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonrun/Session.h"
#include "driver/tritonrun/Execution.h"
#include "driver/tritonrun/Outputs.h"
#include "driver/tritonrun/Places.h"
#include "driver/tritonrun/Tuning.h"
#include "runtime/Files.h"
#include "runtime/QuotedText.h"
#include "runtime/Report.h"
#include <algorithm>
#include <cmath>

using llvm::raw_ostream;

namespace tritonc::run {
namespace {

class Session {
public:
  Session(Options given, raw_ostream &out, raw_ostream &err)
      : options(std::move(given)), out(out), err(err), tuning(options, err) {}

  Status run() {
    if (!options.merges.empty())
      return mergeRecords(options, out);
    TRITONC_TRY(open());
    if (options.list)
      return list();
    if (reportOnly())
      return reportAll();
    std::vector<SweepPoint> points;
    TRITONC_TRY(sweepPoints(options, points));
    for (const SweepPoint &point : points)
      TRITONC_TRY(runPoint(point));
    TRITONC_TRY(printTables());
    return failed ? Status(Outcome::Failed, "") : Status();
  }

private:
  Status open() {
    if (options.image.empty())
      return Status::bad("no input file").withHint("tritonrun FILE --grid=... --arg NAME=SPEC; see --help");
    if (options.image.size() > 5 && options.image.compare(options.image.size() - 5, 5, ".toml") == 0)
      TRITONC_TRY(readLaunchFile(options.image, options));
    TRITONC_TRY(checkNumbers());
    TRITONC_TRY(openAnyImage(options.image, file));
    choice.kernel = options.kernel;
    TRITONC_TRY(variantChoice(options.variant, choice));
    if (options.list || reportOnly())
      return {};
    TRITONC_TRY(openPlace(file, choice, options.device, threads, place));
    TRITONC_TRY(keepNumbered());
    return tuning.open();
  }

  /// Leaves the variants of a list of numbers.
  Status keepNumbered() {
    if (numbers.empty())
      return {};
    std::vector<const KernelImage *> kept;
    for (int number : numbers) {
      auto found = std::find_if(place.images.begin(), place.images.end(),
                                [&](const KernelImage *image) { return image->variant == number; });
      if (found == place.images.end())
        return Status::bad("--variant: no variant ", number, " for ", place.device->info().spec);
      kept.push_back(*found);
    }
    place.images = std::move(kept);
    return {};
  }

  Status checkNumbers() {
    for (auto [text, option, value, most] : {std::tuple(&options.threads, "--threads", &threads, 1024),
                                             std::tuple(&options.samples, "--samples", &samples, 100000)}) {
      int64_t number = 0;
      if (!text->empty() && (!evaluateInteger(*text, {}, number).ok() || number < 0 || number > most))
        return Status::bad(option, " '", *text, "' is not a number from 0 to ", most);
      *value = static_cast<int>(number);
    }
    for (auto [text, option] : {std::pair(&options.bytes, "--bytes"), std::pair(&options.flops, "--flops")})
      if (!text->empty() && !options.bench)
        return Status::bad(option, " needs --bench");
    TableFormat format;
    if (options.report && !parseTableFormat(*options.report, format))
      return Status::bad("--report=", *options.report, ": the formats are text, json and csv");
    if (options.tune && !options.checkAgainst.empty() && options.checkAgainst.compare(0, 8, "variant:") == 0)
      return Status::bad("--tune and --check-against=variant:N contradict each other");
    if (options.tune && options.noTuning)
      return Status::bad("--tune and --no-tuning contradict each other");
    if (!options.shard.empty() && !options.tune)
      return Status::bad("--shard needs --tune");
    if (options.json && options.csv && options.json->empty() && options.csv->empty())
      return Status::bad("--json and --csv cannot both go to standard output").withHint("give one of them a file");
    return {};
  }

  /// Numbers, or constexprs and meta-parameters, or all.
  Status variantChoice(const std::string &text, ImageChoice &choice) {
    everyVariant = text == "all" || (text.find('=') != std::string::npos && options.bench);
    if (text == "all")
      return {};
    if (text.find(',') == std::string::npos || text.find('=') != std::string::npos)
      return singleChoice(text, choice);
    everyVariant = true;
    for (const std::string &part : splitOutside(text, ',')) {
      ImageChoice one;
      TRITONC_TRY(singleChoice(part, one));
      if (part.empty() || std::find(numbers.begin(), numbers.end(), one.variant) != numbers.end())
        return Status::bad("--variant '", text, "' ", part.empty() ? "has an empty number" : "names one twice");
      numbers.push_back(one.variant);
    }
    return {};
  }

  static Status singleChoice(const std::string &text, ImageChoice &choice) {
    int64_t number = 0;
    if (text.find('=') != std::string::npos)
      choice.variantText = text;
    else if (!text.empty() && (!evaluateInteger(text, {}, number).ok() || number < 0 || number > 1 << 20))
      return Status::bad("--variant '", text, "' is neither a number nor NAME=VALUE,...").withHint("or all");
    else if (!text.empty())
      choice.variant = static_cast<int>(number);
    return {};
  }

  /// A report asks for no launch when nothing to launch is given.
  bool reportOnly() const {
    return options.report && options.grid.empty() && options.args.empty() && !options.bench && !options.tune;
  }

  /// All images as their manifests say, and those that run on a device here as it says.
  Status reportAll() {
    for (const KernelImage &image : file.images)
      if (choice.kernel.empty() || image.manifest.kernel == choice.kernel)
        reports.push_back(reportRow(image.manifest, image.variant));
    if (choice.kernel.empty() && !file.images.empty())
      choice.kernel = file.images.front().manifest.kernel;
    Status opened = openPlace(file, choice, options.device, threads, place);
    if (!opened.ok() && options.device != "auto")
      return opened;
    // The CPU says nothing.
    for (const KernelImage *image : place.images)
      if (place.device->info().kind != DeviceKind::CPU)
        TRITONC_TRY(reportLoaded(*image));
    return printTables();
  }

  Status reportLoaded(const KernelImage &image) {
    std::unique_ptr<LoadedKernel> kernel;
    LoadedFigures figures;
    TRITONC_TRY(place.device->load(image, kernel));
    TRITONC_TRY(place.device->figures(*kernel, figures));
    reports.push_back(loadedRow(image.manifest, image.variant, figures, place.device->info()));
    return {};
  }

  Status list() {
    for (const KernelImage &image : file.images) {
      out << image.manifest.kernel << " " << image.manifest.target << " " << image.manifest.imageKind << " variant "
          << image.variant << ": " << image.manifest.variantText() << "\n";
      for (const ManifestParam &param : image.manifest.params)
        out << "  " << param.name << ": " << param.type
            << (param.divisibility > 1 ? ":" + std::to_string(param.divisibility) : "") << "\n";
    }
    return {};
  }

  /// The first variant that accepts the arguments.
  Status prepare(const SweepPoint &point, const Place &where, Launch &launch) {
    Status first;
    for (const KernelImage *image : where.images) {
      Status status = prepareLaunch(options, point, *image, tensors, launch);
      if (status.ok())
        return status;
      if (first.ok())
        first = std::move(status);
    }
    return first;
  }

  Status runPoint(const SweepPoint &point) {
    if (options.saves.size() && !point.empty())
      return Status::bad("--save and --sweep cannot be used together: every point would write the same file");
    // What an earlier point had is of no use to this one.
    tensors = {};
    for (Place *each : {&place, &other})
      if (each->device)
        each->buffers = std::make_unique<DeviceBuffers>(*each->device);
    if (options.tune)
      return tuneAndRun(point);
    if (everyVariant)
      return runEach(point);
    Launch launch;
    TRITONC_TRY(prepare(point, place, launch));
    // A record decides where the user left it open.
    if (place.images.size() > 1 && options.variant.empty())
      if (int number = tuning.recorded(place, launch); number >= 0 && number != launch.image->variant)
        for (const KernelImage *image : place.images)
          if (image->variant == number)
            TRITONC_TRY(prepareLaunch(options, point, *image, tensors, launch));
    return runLaunch(point, launch);
  }

  /// Every variant that accepts the arguments; an error if there is none.
  Status runEach(const SweepPoint &point) {
    if (options.saves.size() && place.images.size() > 1)
      return Status::bad("--save and several variants cannot be used together: every one would write the same file");
    Status first;
    bool any = false;
    for (const KernelImage *image : place.images) {
      Launch launch;
      Status status = prepareLaunch(options, point, *image, tensors, launch);
      if (status.ok()) {
        any = true;
        TRITONC_TRY(runLaunch(point, launch).in(concat("variant ", image->variant)));
        continue;
      }
      note(concat("variant ", image->variant, " is left out: ", status.message()));
      if (first.ok())
        first = std::move(status);
    }
    return any ? Status() : first;
  }

  Status tuneAndRun(const SweepPoint &point) {
    std::vector<Candidate> candidates;
    for (const KernelImage *image : place.images) {
      candidates.emplace_back();
      candidates.back().image = image;
      candidates.back().status = prepareLaunch(options, point, *image, tensors, candidates.back().launch);
    }
    for (const Candidate &candidate : candidates)
      if (candidate.status.ok()) {
        TRITONC_TRY(checkOutputOptions(options, candidate.launch));
        break;
      }
    const Candidate *winner = nullptr;
    TRITONC_TRY(tuning.search(place, candidates, winner));
    if (!winner)
      return {}; // a shard: who wins is not known yet
    const bool failedBefore = failed;
    failed = false;
    TRITONC_TRY(runLaunch(point, winner->launch));
    const bool isWrong = failed;
    failed |= failedBefore;
    if (isWrong) {
      note("the fastest variant failed its check, so nothing is recorded");
      return {};
    }
    return tuning.keep();
  }

  /// Launches, compares, reports and times.
  Status runLaunch(const SweepPoint &point, const Launch &launch) {
    TRITONC_TRY(checkOutputOptions(options, launch));
    Execution execution(*place.device, launch, *place.buffers);
    TRITONC_TRY(execution.open());
    std::vector<Tensor> outputs;
    TRITONC_TRY(execution.run(outputs));
    if (execution.emptyGrid())
      note("the grid has a zero in it: nothing was launched");
    Messages mismatches;
    TRITONC_TRY(examine(point, launch, outputs, mismatches));
    for (const std::string &message : mismatches)
      err << "tritonrun: error: " << pointText(point) << message << "\n";
    failed |= !mismatches.empty();
    if (options.report)
      TRITONC_TRY(addReport(launch, execution));
    if (options.bench && mismatches.empty() && !execution.emptyGrid())
      TRITONC_TRY(addBench(point, launch, execution));
    return {};
  }

  /// Saving, printing and comparing.
  Status examine(const SweepPoint &point, const Launch &launch, const std::vector<Tensor> &outputs,
                 Messages &mismatches) {
    Messages notes;
    std::string text;
    int compared = 0;
    TRITONC_TRY(saveTensors(options, launch, outputs, notes));
    TRITONC_TRY(printTensors(options, launch, outputs, text));
    for (const std::string &each : notes)
      note(each);
    if (!text.empty())
      messages() << pointText(point) << text;
    TRITONC_TRY(compareExpected(options, launch, outputs, mismatches, compared));
    if (mismatches.empty() && compared)
      messages() << pointText(point) << compared << (compared == 1 ? " tensor" : " tensors") << " as expected\n";
    if (options.checkAgainst.empty())
      return {};
    size_t before = mismatches.size();
    TRITONC_TRY(checkAgainst(point, launch, outputs, mismatches));
    if (mismatches.size() == before)
      messages() << pointText(point) << place.device->info().spec << " agrees with " << options.checkAgainst << "\n";
    return {};
  }

  Status checkAgainst(const SweepPoint &point, const Launch &launch, const std::vector<Tensor> &outputs,
                      Messages &mismatches) {
    if (!other.device)
      TRITONC_TRY(openOther().in("--check-against"));
    Launch otherLaunch;
    TRITONC_TRY(prepare(point, other, otherLaunch).in("--check-against"));
    Execution execution(*other.device, otherLaunch, *other.buffers);
    std::vector<Tensor> others;
    TRITONC_TRY(execution.open());
    TRITONC_TRY(execution.run(others));
    return compareRuns(options, launch, outputs, otherLaunch, others, options.checkAgainst, mismatches);
  }

  /// The device, variant or file of --check-against.
  Status openOther() {
    const std::string &where = options.checkAgainst;
    ImageChoice otherChoice = choice;
    if (otherChoice.kernel.empty())
      otherChoice.kernel = place.images.front()->manifest.kernel;
    if (where.compare(0, 8, "variant:") == 0) {
      otherChoice.variantText.clear();
      TRITONC_TRY(singleChoice(where.substr(8), otherChoice));
      return openPlace(file, otherChoice, place.device->info().spec, threads, other);
    }
    bool isDevice = where == "cpu" || where.compare(0, 4, "cuda") == 0 || where.compare(0, 3, "hip") == 0;
    if (isDevice && where.find('.') == std::string::npos)
      return openPlace(file, otherChoice, where, threads, other);
    otherChoice.variant = -1;
    TRITONC_TRY(openAnyImage(where, otherFile));
    return openPlace(otherFile, otherChoice, "auto", threads, other);
  }

  Status addReport(const Launch &launch, Execution &execution) {
    const KernelImage &image = *launch.image;
    for (const ReportRow &row : reports)
      if (row.variant == image.variant && row.manifest.kernel == image.manifest.kernel)
        return {};
    reports.push_back(reportRow(image.manifest, image.variant));
    if (place.device->info().kind == DeviceKind::CPU)
      return {};
    LoadedFigures figures;
    TRITONC_TRY(place.device->figures(execution.loaded(), figures));
    reports.push_back(loadedRow(image.manifest, image.variant, figures, place.device->info()));
    return {};
  }

  Status addBench(const SweepPoint &point, const Launch &launch, Execution &execution) {
    LaunchRequest request;
    BenchResult result;
    Number bytes = Number::of(std::nan("")), flops = bytes;
    if (!options.bytes.empty())
      TRITONC_TRY(evaluate(options.bytes, launch.names, bytes).in("--bytes"));
    if (!options.flops.empty())
      TRITONC_TRY(evaluate(options.flops, launch.names, flops).in("--flops"));
    TRITONC_TRY(execution.request(request));
    TRITONC_TRY(benchmark(*place.device, request, samples, result));
    if (!timings)
      timings = std::make_unique<Table>(timingColumns(point));
    std::vector<Cell> row;
    for (auto &[name, value] : point)
      row.push_back({numberText(launch.names.at(name)), true});
    row.push_back(Cell::ofText(launch.image->manifest.kernel));
    row.push_back(Cell::ofText(place.device->info().spec));
    row.push_back(Cell::ofInteger(launch.image->variant));
    // One variant needs no telling apart.
    row.push_back(everyVariant ? Cell::ofText(launch.image->manifest.variantText()) : Cell());
    for (const Timing &timing : {result.cold, result.hot}) {
      for (double seconds : {timing.median, timing.low, timing.high})
        row.push_back(Cell::ofReal(seconds * 1e6));
      row.push_back(Cell::ofInteger(timing.samples));
      row.push_back(Cell::ofReal(bytes.asDouble() / timing.median * 1e-9));
      row.push_back(Cell::ofReal(flops.asDouble() / timing.median * 1e-12));
    }
    timings->add(std::move(row));
    return {};
  }

  static std::vector<Column> timingColumns(const SweepPoint &point) {
    std::vector<Column> columns;
    for (auto &[name, value] : point)
      columns.push_back({name, name});
    columns.insert(columns.end(),
                   {{"kernel", "kernel"}, {"device", "device"}, {"variant", "variant"}, {"config", "config", true}});
    for (std::string kind : {"cold", "hot"})
      columns.insert(columns.end(), {{kind + "_us", kind + " us"},
                                     {kind + "_p20_us", "p20"},
                                     {kind + "_p80_us", "p80"},
                                     {kind + "_n", "n"},
                                     {kind + "_gbps", "GB/s", true},
                                     {kind + "_tflops", "TFLOP/s", true}});
    return columns;
  }

  Status printTables() {
    bool jsonOut = options.json && options.json->empty(), csvOut = options.csv && options.csv->empty();
    Table report = reportTable(reports);
    Table empty({});
    const Table &times = timings ? *timings : empty;
    std::string document = "{\"device\": " + quotedText(place.device ? place.device->info().name : "") +
                           ",\n\"timings\": " + times.json() +
                           (options.tune ? ",\n\"tuning\": " + tuning.table().json() : "") +
                           ",\n\"report\": " + report.json() + "}\n";
    if (jsonOut)
      out << document;
    else if (csvOut)
      out << times.csv();
    else if (timings)
      out << times.text();
    TableFormat format = TableFormat::Text;
    if (options.report)
      parseTableFormat(*options.report, format);
    if (options.report && !jsonOut && !csvOut)
      out << report.format(format);
    if (options.json && !jsonOut)
      TRITONC_TRY(writeFile(*options.json, document));
    if (options.csv && !csvOut)
      TRITONC_TRY(writeFile(*options.csv, times.csv()));
    return {};
  }

  static std::string pointText(const SweepPoint &point) {
    std::string text;
    for (auto &[name, value] : point)
      text += name + "=" + value + " ";
    return point.empty() ? text : text.substr(0, text.size() - 1) + ": ";
  }

  /// Words go to standard output unless a table for machines does.
  raw_ostream &messages() {
    bool machine = (options.json && options.json->empty()) || (options.csv && options.csv->empty()) ||
                   (options.report && !options.report->empty() && *options.report != "text");
    return machine ? err : out;
  }
  void note(const std::string &text) { err << "tritonrun: note: " << text << "\n"; }

  Options options;
  raw_ostream &out, &err;
  ImageFile file, otherFile;
  ImageChoice choice;
  /// --variant's numbers when there are several, and whether each variant that it leaves is run.
  std::vector<int> numbers;
  bool everyVariant = false;
  Place place, other;
  MadeTensors tensors;
  int threads = 0, samples = 0;
  bool failed = false;
  std::vector<ReportRow> reports;
  std::unique_ptr<Table> timings;
  Tuning tuning;
};

} // namespace

Status runSession(Options options, raw_ostream &out, raw_ostream &err) {
  return Session(std::move(options), out, err).run();
}

void printStatus(const Status &status, raw_ostream &err) {
  if (!status.message().empty())
    err << "tritonrun: error: " << status.message() << "\n";
  if (!status.hint().empty())
    err << "tritonrun: hint: " << status.hint() << "\n";
}

} // namespace tritonc::run
