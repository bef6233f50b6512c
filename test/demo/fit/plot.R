# Draws the points and the fitted mixture, and compares the fit with one that
# needs no gradient: the EM algorithm. Rscript plot.R FIT.csv OUT.png
# Fails when the two log likelihoods differ by more than a millionth.

arguments <- commandArgs(trailingOnly = TRUE)
fit <- as.matrix(read.csv(arguments[1], header = FALSE, comment.char = "#"))
reached <- as.numeric(sub("#", "", readLines(arguments[1], 1)))
x <- as.matrix(faithful)

# Density of every point under a normal distribution.
density <- function(x, mean, covariance) {
  centred <- t(x) - mean
  exp(-0.5 * colSums(centred * solve(covariance, centred))) /
    (2 * pi * sqrt(det(covariance)))
}

# One component's covariance from its inverse factor Q = (q11 0; q21 q22).
covariance_of <- function(row) {
  q <- matrix(c(row[4], row[5], 0, row[6]), 2)
  solve(t(q) %*% q)
}

em_log_likelihood <- function(x, rounds = 500) {
  long <- x[, 1] > 3
  share <- cbind(long, !long) * 1
  for (round in 1:rounds) {
    joint <- sapply(1:2, function(j) {
      part <- cov.wt(x, share[, j] / sum(share[, j]), method = "ML")
      mean(share[, j]) * density(x, part$center, part$cov)
    })
    share <- joint / rowSums(joint)
  }
  sum(log(rowSums(joint)))
}

expected <- em_log_likelihood(x)
difference <- abs(reached - expected) / abs(expected)
cat(sprintf("  log likelihood %.6f; by EM %.6f\n", reached, expected))

across <- seq(1, 5.8, length.out = 160)
along <- seq(36, 102, length.out = 160)
grid <- as.matrix(expand.grid(across, along))
heights <- Reduce(`+`, lapply(seq_len(nrow(fit)), function(j)
  fit[j, 1] * density(grid, fit[j, 2:3], covariance_of(fit[j, ]))))

png(arguments[2], width = 900, height = 700, res = 120, type = "cairo")
par(mar = c(4.2, 4.2, 2.5, 1))
plot(x, pch = 16, cex = 0.7, col = "#33669999",
     xlab = "eruption (minutes)", ylab = "waiting time (minutes)",
     xlim = range(across), ylim = range(along),
     main = "Old Faithful: mixture fitted with its gradient")
contour(across, along, matrix(heights, length(across)), add = TRUE,
        levels = max(heights) * c(0.01, 0.05, 0.2, 0.5, 0.8),
        drawlabels = FALSE, col = "#bb3311", lwd = 1.5)
points(fit[, 2:3], pch = 4, cex = 1.6, lwd = 3, col = "#bb3311")
invisible(dev.off())
if (!(difference < 1e-6)) stop("the fit is not the one EM finds")
