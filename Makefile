# One file, no recursion, no configure step. `make help` lists the targets.
MODE ?= release
V ?= 0
BUILD := build/$(MODE)
