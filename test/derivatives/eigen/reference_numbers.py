#!/usr/bin/env python3
"""Writes reference_numbers.h: gradients of a dense layer and of a Gaussian process by numpy.

By complex steps, which have no rounding to speak of and share no formula with the gradients by hand in
layer_and_process.deriv.cpp. Needs numpy; its output is kept, tests do not run it.
"""
from pathlib import Path

import numpy as np

STEP = 1e-40
INPUTS, UNITS, SAMPLES = 7, 5, 9
POINTS, DIMENSIONS = 30, 2


def numbers(rows, columns, slope):
    """The program's formula."""
    i, j = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    return np.sin(slope * (i + 1) + 0.7 * j * j)


def loss(weights, bias, inputs):
    output = np.tanh(weights @ inputs + bias)
    return 0.5 * np.sum((output - numbers(UNITS, SAMPLES, 0.9)) ** 2) / SAMPLES


def log_likelihood(theta):
    points, values = 2 * numbers(POINTS, DIMENSIONS, 1.3), numbers(POINTS, 1, 0.4)
    scaled = points / np.exp(theta[:DIMENSIONS, 0])
    squares = np.sum((scaled[:, None, :] - scaled[None, :, :]) ** 2, axis=2)
    kernel = np.exp(2 * theta[DIMENSIONS, 0] - 0.5 * squares) + np.exp(2 * theta[DIMENSIONS + 1, 0]) * np.eye(POINTS)
    # The determinant's logarithm by the factors of elimination: analytic, as complex steps want it.
    factor, logarithm = kernel.copy(), 0
    for k in range(POINTS):
        logarithm += np.log(factor[k, k])
        factor[k + 1:, k:] -= np.outer(factor[k + 1:, k] / factor[k, k], factor[k, k:])
    weights = np.linalg.solve(kernel, values)
    return -0.5 * np.sum(values * weights) - 0.5 * logarithm - 0.5 * POINTS * np.log(2 * np.pi)


def gradients(function, arguments):
    """By each argument, its numbers in the order of columns."""
    for position, argument in enumerate(arguments):
        found = []
        for j in range(argument.shape[1]):
            for i in range(argument.shape[0]):
                moved = [a.astype(complex) for a in arguments]
                moved[position][i, j] += 1j * STEP
                found.append(function(*moved).imag / STEP)
        yield found


def written(name, values):
    rows = [", ".join(f"{v:.17g}" for v in values[k:k + 4]) for k in range(0, len(values), 4)]
    return f"static const double {name}[] = {{" + ",\n    ".join(rows) + "};\n"


def main():
    layer = [numbers(UNITS, INPUTS, 0.3), numbers(UNITS, 1, 0.8), numbers(INPUTS, SAMPLES, 0.5)]
    theta = np.array([[-0.2], [0.5], [0.3], [-1.5]])
    text = "// Written by reference_numbers.py.\n"
    text += written("layerLoss", [loss(*layer)])
    for name, values in zip(("byWeights", "byBias", "byInputs"), gradients(loss, layer)):
        text += written(name, values)
    text += written("likelihood", [log_likelihood(theta)])
    text += written("byTheta", next(gradients(log_likelihood, [theta])))
    (Path(__file__).parent / "reference_numbers.h").write_text(text)


if __name__ == "__main__":
    main()
