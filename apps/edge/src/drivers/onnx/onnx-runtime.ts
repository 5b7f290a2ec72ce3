import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { InferenceRuntime, ModelSession, TensorShape, TensorValue } from './inference-port.ts';

function shapesOf(metadata: readonly InferenceSession.ValueMetadata[]): TensorShape[] {
  return metadata.map((value) => ({
    name: value.name,
    dims: value.isTensor ? value.shape.map((dim) => (typeof dim === 'number' && dim >= 0 ? dim : null)) : [],
  }));
}

function toFloats(data: Tensor['data']): Float32Array {
  if (data instanceof Float32Array) return data;
  return Float32Array.from(data as ArrayLike<number | bigint>, Number);
}

/**
 * Loads the native runtime; fails when there is none for this processor. One thread per inference, because the cameras
 * share the cores anyway. Every run of a model has the same shape, so the arena stays as large as one run needs: without
 * it the system's allocator fragments (measured: 257 MB with and 300 to 510 MB without, at the same speed).
 */
export async function openOnnxRuntime(): Promise<InferenceRuntime> {
  const { InferenceSession: Session, Tensor: OnnxTensor } = await import('onnxruntime-node');
  const open = async (path: string): Promise<ModelSession> => {
    const session = await Session.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      enableCpuMemArena: true,
      logSeverityLevel: 4,
    });
    const hasFixedOutputs = session.outputMetadata.every(
      (value) => value.isTensor && value.type === 'float32' && !shapesOf([value])[0]?.dims.includes(null),
    );
    const tensorsOf = (values: Record<string, TensorValue>): Record<string, Tensor> =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, new OnnxTensor('float32', value.data, value.dims)]),
      );
    const run: ModelSession['run'] = async (feeds, into) => {
      const given = tensorsOf(feeds);
      const results = await (into && hasFixedOutputs ? session.run(given, tensorsOf(into)) : session.run(given));
      return Object.fromEntries(
        Object.entries(results).map(([name, value]) => [name, { dims: value.dims, data: toFloats(value.data) }]),
      );
    };
    return {
      inputs: shapesOf(session.inputMetadata),
      outputs: shapesOf(session.outputMetadata),
      run,
      close: () => session.release(),
    };
  };
  return { open };
}
