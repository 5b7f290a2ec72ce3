/**
 * The arithmetic of comparing, on memory of its own. All are places in that memory; `size` is a multiple of 16, and the vectors lie end to
 * end from `at` on.
 */
export interface VectorKernel {
  /** The memory as it is now; another one after it grew. */
  readonly memory: ArrayBufferLike;
  /** Makes the memory at least so large. */
  reach(bytes: number): void;
  /** Puts the products of `count` int8 vectors with an int16 one at `out`, as int32. */
  products(...where: Where): void;
  /** Puts at `out` in how many bits each of `count` codes differs from the wanted one, as int32. Size is at most 496. */
  differences(...where: Where): void;
}

type Where = [wanted: number, at: number, out: number, count: number, size: number];

/** Of the platform only this is used; contracts and domain know no further part of it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => {
    exports: unknown;
  };
};

interface Exports {
  memory: { buffer: ArrayBuffer; grow: (pages: number) => number };
  products: (...where: Where) => void;
  differences: (...where: Where) => void;
}

const pageBytes = 65_536;
/** So much more than is needed is taken at a time, as a share of it: a page at least. */
const growth = 1 / 16;

/** vector-kernel.wat as it runs. */
export const kernelBase64 =
  'AGFzbQEAAAABEQJgBX9/f39/AGAFf39/f38AAwMCAAEFAwEAAQcjAwZtZW1vcnkCAAhwcm9kdWN0cwAAC2RpZmZlcmVuY2VzAAEKogICnAEEAX8BfwF7AXsgA0UEQA8L' +
  'A0BBAP0RIgchCCAAIQUgASAEaiEGA0AgAf0BAwAgBf0ABAD9ugEgB/2uASEHIAH9AQMIIAX9AAQQ/boBIAj9rgEhCCAFQSBqIQUgAUEQaiIBIAZJDQALIAIgByAI/a4B' +
  'Igf9GwAgB/0bAWogB/0bAmogB/0bA2o2AgAgAkEEaiECIANBAWsiAw0ACwuBAQMBfwF/AXsgA0UEQA8LA0BBAP0RIQcgACEFIAEgBGohBgNAIAH9AAQAIAX9AAQA/VH9' +
  'YiAH/W4hByAFQRBqIQUgAUEQaiIBIAZJDQALIAIgB/19/X8iB/0bACAH/RsBaiAH/RsCaiAH/RsDajYCACACQQRqIQIgA0EBayIDDQALCw==';

let compiled: object | null | undefined;

/** Null where the processor or the runtime lacks the instructions. */
function compile(): object | null {
  if (compiled !== undefined) return compiled;
  try {
    compiled = new WebAssembly.Module(Uint8Array.from(atob(kernelBase64), (sign) => sign.charCodeAt(0)));
  } catch {
    compiled = null;
  }
  return compiled;
}

/** The fast one where the processor can; its memory reserves addresses, so it is for what is large. */
export function fastKernel(): VectorKernel {
  const module = compile();
  if (module === null) return plainKernel();
  const { memory, products, differences } = new WebAssembly.Instance(module).exports as Exports;
  return {
    get memory() {
      return memory.buffer;
    },
    reach: (bytes) => {
      const missing = bytes - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil((missing + bytes * growth) / pageBytes));
    },
    products,
    differences,
  };
}

/** The same in plain arithmetic: for what is small, and where the fast one cannot run. */
export function plainKernel(): VectorKernel {
  let memory = new ArrayBuffer(0);
  return {
    get memory() {
      return memory;
    },
    reach: (bytes) => {
      if (bytes > memory.byteLength) memory = memory.transfer(Math.ceil(bytes * (1 + growth)));
    },
    products: (...[wanted, at, out, count, size]) => {
      const vectors = new Int8Array(memory, at, count * size);
      const other = Int32Array.from(new Int16Array(memory, wanted, size));
      const found = new Int32Array(memory, out, count);
      for (let index = 0; index < count; index += 1) found[index] = productAt(vectors, index * size, other);
    },
    differences: (...[wanted, at, out, count, size]) => {
      const words = size / 4;
      const codes = new Int32Array(memory, at, count * words);
      const other = new Int32Array(memory, wanted, words);
      const found = new Int32Array(memory, out, count);
      for (let index = 0; index < count; index += 1) {
        let sum = 0;
        for (let word = 0; word < words; word += 1)
          sum += bitsIn((codes[index * words + word] as number) ^ (other[word] as number));
        found[index] = sum;
      }
    },
  };
}

/** Product of a part with the wanted vector, in four sums of whole numbers, which takes little more than half the time of one. */
export function productAt(vectors: Int8Array, from: number, wanted: Int32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = wanted.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const place = from + at;
    a = (a + Math.imul(vectors[place] as number, wanted[at] as number)) | 0;
    b = (b + Math.imul(vectors[place + 1] as number, wanted[at + 1] as number)) | 0;
    c = (c + Math.imul(vectors[place + 2] as number, wanted[at + 2] as number)) | 0;
    d = (d + Math.imul(vectors[place + 3] as number, wanted[at + 3] as number)) | 0;
  }
  for (let at = whole; at < wanted.length; at += 1) a += (vectors[from + at] as number) * (wanted[at] as number);
  return a + b + c + d;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55_55_55_55);
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
