// An observer pattern over virtual bases, as libraries of instruments have it.
#pragma once
#include <memory>
#include <set>

struct Observer {
  virtual ~Observer() = default;
  virtual void update() = 0;
};
struct Observable {
  virtual ~Observable() = default;
  void notify() {
    for (Observer *one : observers)
      one->update();
  }
  std::set<Observer *> observers;
};
struct Lazy : virtual Observable, virtual Observer {
  void update() override;
  double value() {
    if (!isCalculated)
      calculate();
    isCalculated = true;
    return result;
  }
  bool isCalculated = false;
  double result = 0;

protected:
  virtual void calculate() = 0;
};
struct Quote : Observable {
  explicit Quote(double at) : held(at) {}
  void set(double to) {
    held = to;
    notify();
  }
  double held;
};
std::unique_ptr<Lazy> productOf(Quote &a, Quote &b);

// Of which there are more than a call is compared with, at the place of update().
struct Counted {
  virtual ~Counted() = default;
  virtual void dispose() = 0;
};
std::unique_ptr<Counted> counted(double *of, int kind);
