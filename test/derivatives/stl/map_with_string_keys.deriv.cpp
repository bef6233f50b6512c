// Values in map<string, double>, found, changed and erased by name.
#include "check.h"
#include <map>
#include <string>

double f(const double *x) {
  std::map<std::string, double> parameters;
  parameters["mass"] = x[0];
  parameters["spring constant of the left side"] = x[1];
  parameters.emplace("damping", x[2]);
  parameters.insert({"unused", x[2] * 5});
  parameters.erase("unused");
  if (auto found = parameters.find("mass"); found != parameters.end())
    found->second *= x[0];
  double r = parameters.at("damping") * parameters["spring constant of the left side"];
  for (const auto &[name, value] : parameters)
    r += value * value * name.length();
  return r + parameters.count("none");
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
