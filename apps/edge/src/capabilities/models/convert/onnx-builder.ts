import type { Recording } from './graph-recorder.ts';
import { referenceOf } from './graph-recorder.ts';
import type { RunValue } from './graph-runner.ts';
import type { OnnxAttribute, OnnxConstant, OnnxNode } from './onnx-writer.ts';

/** Collects the nodes and constants of an ONNX graph while a recorded graph is translated. */
export class OnnxBuilder {
  readonly nodes: OnnxNode[] = [];
  readonly constants = new Map<string, OnnxConstant>();
  readonly #recording: Recording;
  #count = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Shape and example of an input of the recorded graph. */
  valueOf(input: string): RunValue {
    const value = this.#recording.values.get(referenceOf(input));
    if (!value) throw new Error(`value ${input} was not recorded`);
    return value;
  }

  /** Numbers of an input that does not depend on the picture: axes, paddings, weights. */
  numbersOf(input: string): number[] {
    if (!this.#recording.constants.has(referenceOf(input))) throw new Error(`value ${input} depends on the picture`);
    return [...this.valueOf(input).data];
  }

  /** Name of an input in the ONNX graph; constants are written when first used. */
  input(input: string): string {
    const name = referenceOf(input);
    if (this.#recording.constants.has(name) && !this.constants.has(name)) {
      const value = this.valueOf(name);
      this.constants.set(
        name,
        value.isFloat
          ? { dims: value.dims, floats: Float32Array.from(value.data) }
          : { dims: value.dims, integers: [...value.data] },
      );
    }
    return name;
  }

  floats(dims: number[], values: ArrayLike<number>): string {
    return this.constant({ dims, floats: Float32Array.from(values) });
  }

  integers(values: number[]): string {
    return this.constant({ dims: [values.length], integers: values });
  }

  integer(value: number): string {
    return this.constant({ dims: [], integers: [value] });
  }

  /** Adds a node with one output and gives the output's name. */
  add(
    op: string,
    inputs: string[],
    {
      output = this.#fresh(),
      ...options
    }: { attributes?: Record<string, OnnxAttribute>; output?: string; domain?: string } = {},
  ): string {
    this.nodes.push({ op, inputs, outputs: [output], ...options });
    return output;
  }

  constant(constant: OnnxConstant): string {
    const name = this.#fresh();
    this.constants.set(name, constant);
    return name;
  }

  #fresh(): string {
    this.#count += 1;
    return `onnx/${this.#count}`;
  }
}
