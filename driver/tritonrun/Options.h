//===- Options.h - tritonrun's command line -------------------------------===//
//
// One table of options feeds the command line, launch files and `--help`. The result is a plain struct.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Status.h"
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tritonc::run {

struct Options {
  std::string image;
  std::string kernel;
  std::string variant;
  std::string grid;
  std::vector<std::string> args, lets, sweeps;
  std::vector<std::string> saves, prints, expects;
  std::string rtol, atol;
  std::string checkAgainst;
  std::string device = "auto";
  std::string seed = "0";
  std::string threads = "0";
  bool poison = false;
  bool bench = false;
  bool tune = false;
  std::string tuning, shard;
  bool noTuning = false;
  std::vector<std::string> merges;
  std::string bytes, flops;
  std::string samples;
  /// Set when given: the format, or a file for the other two.
  std::optional<std::string> report, json, csv;
  bool list = false;
  bool help = false;
  bool version = false;

  /// Folder for a user's caches, from the environment; empty: none is known.
  std::string cacheHome;
  /// Folder of the launch file, from which file names in it count.
  std::string folder;
};

using OptionField = std::variant<bool Options::*, std::string Options::*, std::vector<std::string> Options::*,
                                 std::optional<std::string> Options::*>;

struct OptionRow {
  /// `--grid`; the key in launch files is the same without dashes.
  const char *name;
  /// `X[,Y[,Z]]`; null for a switch.
  const char *metavar;
  const char *help;
  OptionField field;
};

const std::vector<OptionRow> &optionTable();

Status parseCommandLine(int argc, const char *const *argv, Options &options);

/// Adds what a launch file says; the command line wins.
Status readLaunchFile(std::string path, Options &options);

std::string helpText();

/// `NAME=VALUE`.
Status splitAssignment(const std::string &text, const char *option, std::string &name, std::string &value);

} // namespace tritonc::run
