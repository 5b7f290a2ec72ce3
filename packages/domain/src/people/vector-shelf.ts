import { fastKernel, plainKernel, productAt, type VectorKernel } from './vector-kernel.ts';

/** So many rows are compared at a time: their results lie between the wanted one and the rows. */
const block = 1_024;
/** Below this the plain kernel serves, which reserves no addresses. */
const smallBytes = 512 * 1_024;

/**
 * Rows of one size end to end, each in a place of its own that stays its place. A row that is let go is wiped, and its place goes to the
 * next one.
 */
export class VectorShelf {
  readonly size: number;
  readonly #step: number;
  readonly #from: number;
  readonly #out: number;
  readonly #make: () => VectorKernel;
  #kernel: VectorKernel = plainKernel();
  #isFast = false;
  #places = 0;
  #free: number[] = [];
  #found = new Int32Array(0);
  #view: Int8Array = new Int8Array(0);

  /** `make`: what compares once the rows are many. */
  constructor(size: number, make: () => VectorKernel = fastKernel) {
    this.size = size;
    this.#make = make;
    this.#step = Math.ceil(size / 16) * 16;
    this.#out = this.#step * 2;
    this.#from = this.#out + block * 4;
    this.#kernel.reach(this.#from);
  }

  /** How many places there are, those that are free among them. */
  get places(): number {
    return this.#places;
  }

  /** How many bytes are held. */
  get heldBytes(): number {
    return this.#kernel.memory.byteLength + this.#found.byteLength;
  }

  /** Takes a row; answers its place. */
  add(row: Int8Array): number {
    const place = this.#free.pop() ?? this.#places++;
    this.#reach(this.#from + this.#places * this.#step);
    this.set(place, row);
    return place;
  }

  /** Takes a row in the place of another one. */
  set(place: number, row: Int8Array): void {
    if (row.length !== this.size) throw new Error('a row of another size');
    this.#rows().set(row, this.#from + place * this.#step);
  }

  /** The row in a place, as long as nothing is added. */
  at(place: number): Int8Array {
    const from = this.#from + place * this.#step;
    return this.#rows().subarray(from, from + this.size);
  }

  /** Product of one row with a vector, as whole numbers. */
  productAt(place: number, wanted: Int32Array): number {
    return productAt(this.#rows(), this.#from + place * this.#step, wanted);
  }

  /** Wipes a row. */
  drop(place: number): void {
    this.at(place).fill(0);
    this.#free.push(place);
  }

  /** Products of all rows, by their places, with an int8 vector; 0 of free places. Stands until the next call. */
  products(wanted: Int8Array): Int32Array {
    new Int16Array(this.#kernel.memory, 0, this.#step).fill(0).set(wanted);
    return this.#each((...where) => this.#kernel.products(...where));
  }

  /** In how many bits each row differs from a code. Stands until the next call. */
  differences(wanted: Int8Array): Int32Array {
    new Int8Array(this.#kernel.memory, 0, this.#step).fill(0).set(wanted);
    return this.#each((...where) => this.#kernel.differences(...where));
  }

  #each(compare: VectorKernel['products']): Int32Array {
    const found = new Int32Array(this.#kernel.memory, this.#out, block);
    if (this.#found.length < this.#places) this.#found = new Int32Array(Math.ceil((this.#places * 17) / 16));
    for (let first = 0; first < this.#places; first += block) {
      const count = Math.min(block, this.#places - first);
      compare(0, this.#from + first * this.#step, this.#out, count, this.#step);
      this.#found.set(count === block ? found : found.subarray(0, count), first);
    }
    return this.#found;
  }

  #rows(): Int8Array {
    const { memory } = this.#kernel;
    if (this.#view.buffer !== memory) this.#view = new Int8Array(memory);
    return this.#view;
  }

  #reach(bytes: number): void {
    if (bytes > smallBytes && !this.#isFast) {
      const small = new Uint8Array(this.#kernel.memory);
      this.#kernel = this.#make();
      this.#isFast = true;
      this.#kernel.reach(bytes);
      new Uint8Array(this.#kernel.memory).set(small.subarray(0, Math.min(small.length, bytes)));
      small.fill(0);
    }
    this.#kernel.reach(bytes);
  }
}
