/** Numbers that go into or come out of a model, row by row. */
export interface TensorValue {
  dims: readonly number[];
  data: Float32Array;
}

export interface TensorShape {
  name: string;
  /** Null where the model takes or gives any size. */
  dims: (number | null)[];
}

/** A model that is ready to run. Nothing may run when it is closed. */
export interface ModelSession {
  readonly inputs: TensorShape[];
  readonly outputs: TensorShape[];
  /**
   * Gives every output by name, whole numbers turned into floats. Fails with the runtime's own error. `into` are the outputs of
   * an earlier run that nobody reads any more: their memory is written over, where the model's outputs have a fixed size.
   */
  run(feeds: Record<string, TensorValue>, into?: Record<string, TensorValue>): Promise<Record<string, TensorValue>>;
  close(): Promise<void>;
}

/** Runs ONNX models. */
export interface InferenceRuntime {
  /** Fails with the runtime's own error when the file is no model it can run. */
  open(path: string): Promise<ModelSession>;
}
