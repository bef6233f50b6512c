# Writes R's data set `faithful` as CSV:  Rscript data.R DATA.csv
arguments <- commandArgs(trailingOnly = TRUE)
write.csv(faithful, arguments[1])
