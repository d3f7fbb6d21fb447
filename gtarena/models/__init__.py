"""Language models behind one small interface; litellm is imported only when a model is really called."""
