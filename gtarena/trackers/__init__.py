"""Experiment trackers: TensorBoard, MLflow and Weights & Biases follow the log of a run while it is played."""
