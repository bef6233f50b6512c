# Draws the flow and the gradient with respect to its start: Rscript plot.R IN.csv OUT.png
arguments <- commandArgs(trailingOnly = TRUE)
flow <- read.csv(arguments[1])
png(arguments[2], width = 900, height = 700, res = 120, type = "cairo")
par(mfrow = c(2, 1), mar = c(4, 4.2, 2, 1))
matplot(flow$x, flow[, c("start", "end", "target")], type = "l", lty = c(1, 1, 2), lwd = 2,
        col = c("#999999", "#336699", "#bb3311"), xlab = "x", ylab = "velocity",
        main = "Burgers equation, 10,000 steps")
legend("topright", c("start", "end", "target"), lty = c(1, 1, 2), lwd = 2, bty = "n",
       col = c("#999999", "#336699", "#bb3311"), cex = 0.8)
plot(flow$x, flow$gradient, type = "l", lwd = 2, col = "#336699", xlab = "x",
     ylab = "dJ / d start", main = "sensitivity of the misfit to the start")
abline(h = 0, col = "#cccccc")
invisible(dev.off())
