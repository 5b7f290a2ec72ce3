/** What follows an instruction's number: nothing, a local, a label, a whole number, an address (with its natural alignment), a lane, or that a block begins. */
type Follows = 'nothing' | 'local' | 'label' | 'number' | 'lane' | 'block' | { align: number };

const simd = 0xfd;
/** The instructions that our kernels use. */
const instructions: Record<string, { code: number[]; follows: Follows }> = {
  if: { code: [0x04], follows: 'block' },
  loop: { code: [0x03], follows: 'block' },
  end: { code: [0x0b], follows: 'nothing' },
  br_if: { code: [0x0d], follows: 'label' },
  return: { code: [0x0f], follows: 'nothing' },
  'local.get': { code: [0x20], follows: 'local' },
  'local.set': { code: [0x21], follows: 'local' },
  'local.tee': { code: [0x22], follows: 'local' },
  'i32.store': { code: [0x36], follows: { align: 2 } },
  'i32.const': { code: [0x41], follows: 'number' },
  'i32.eqz': { code: [0x45], follows: 'nothing' },
  'i32.lt_u': { code: [0x49], follows: 'nothing' },
  'i32.add': { code: [0x6a], follows: 'nothing' },
  'i32.sub': { code: [0x6b], follows: 'nothing' },
  'v128.load': { code: [simd, 0x00], follows: { align: 4 } },
  'v128.load8x8_s': { code: [simd, 0x01], follows: { align: 3 } },
  'i32x4.splat': { code: [simd, 0x11], follows: 'nothing' },
  'i32x4.extract_lane': { code: [simd, 0x1b], follows: 'lane' },
  'v128.xor': { code: [simd, 0x51], follows: 'nothing' },
  'i8x16.popcnt': { code: [simd, 0x62], follows: 'nothing' },
  'i8x16.add': { code: [simd, 0x6e], follows: 'nothing' },
  'i16x8.extadd_pairwise_i8x16_u': { code: [simd, 0x7d], follows: 'nothing' },
  'i32x4.extadd_pairwise_i16x8_u': { code: [simd, 0x7f], follows: 'nothing' },
  'i32x4.add': { code: [simd, 0xae, 0x01], follows: 'nothing' },
  'i32x4.dot_i16x8_s': { code: [simd, 0xba, 0x01], follows: 'nothing' },
};
const valueTypes: Record<string, number> = { i32: 0x7f, v128: 0x7b };

interface AssembledFunction {
  name: string;
  params: number[];
  body: number[];
}

/** The bytes of a module in text: one memory, and functions without results whose instructions stand one after the other. Fails on anything else. */
export function assembleWat(text: string): Uint8Array<ArrayBuffer> {
  const tokens = text.replaceAll(/;;.*$/gmu, '').match(/[()]|"[^"]*"|[^\s()]+/gu) ?? [];
  const take = (...expected: string[]): void => {
    for (const one of expected) if (tokens.shift() !== one) throw new Error(`expected ${one}`);
  };
  const exported = (): string => {
    take('(', 'export');
    const name = JSON.parse(tokens.shift() ?? '') as string;
    take(')');
    return name;
  };
  take('(', 'module', '(', 'memory');
  const memory = { name: exported(), pages: Number(tokens.shift()) };
  take(')');
  const functions: AssembledFunction[] = [];
  while (tokens[0] === '(') {
    take('(', 'func');
    functions.push({ name: exported(), ...assembleFunction(tokens) });
    take(')');
  }
  take(')');
  return Uint8Array.from(moduleOf(memory, functions));
}

function assembleFunction(tokens: string[]): Omit<AssembledFunction, 'name'> {
  const names: string[] = [];
  const kinds = { param: [] as number[], local: [] as number[] };
  while (tokens[0] === '(') {
    const [, kind, name, type] = tokens.splice(0, 5);
    if (kind !== 'param' && kind !== 'local') throw new Error(`unknown: ${kind ?? ''}`);
    names.push(name ?? '');
    kinds[kind].push(valueTypes[type ?? ''] ?? 0);
  }
  const body: number[] = [];
  const labels: string[] = [];
  while (tokens[0] !== undefined && tokens[0] !== ')') body.push(...assembleOne(tokens, { names, labels }));
  const locals = kinds.local.flatMap((type) => [1, type]);
  return { params: kinds.param, body: [kinds.local.length, ...locals, ...body, 0x0b] };
}

function assembleOne(tokens: string[], { names, labels }: { names: string[]; labels: string[] }): number[] {
  const word = tokens.shift() ?? '';
  const known = instructions[word];
  if (known === undefined) throw new Error(`unknown: ${word}`);
  const { code, follows } = known;
  if (word === 'end') labels.pop();
  if (follows === 'nothing') return code;
  if (follows === 'block') {
    labels.push(tokens[0]?.startsWith('$') === true ? (tokens.shift() ?? '') : '');
    return [...code, 0x40];
  }
  if (typeof follows === 'object') {
    const offset = tokens[0]?.startsWith('offset=') === true ? Number(tokens.shift()?.slice(7)) : 0;
    return [...code, follows.align, ...unsigned(offset)];
  }
  const operand = tokens.shift() ?? '';
  if (follows === 'number') return [...code, ...signed(Number(operand))];
  if (follows === 'lane') return [...code, Number(operand)];
  const index = follows === 'local' ? names.indexOf(operand) : labels.length - 1 - labels.lastIndexOf(operand);
  if (index < 0 || index >= Math.max(names.length, labels.length)) throw new Error(`unknown: ${operand}`);
  return [...code, ...unsigned(index)];
}

/** What every module begins with. */
const start = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

function moduleOf(memory: { name: string; pages: number }, functions: readonly AssembledFunction[]): number[] {
  const section = (id: number, items: readonly number[][]): number[] =>
    sized([...unsigned(items.length), ...items.flat()], [id]);
  const exportOf = (name: string, kind: number, index: number): number[] => [
    name.length,
    ...Array.from(name, (sign) => sign.charCodeAt(0)),
    kind,
    index,
  ];
  return [
    ...start,
    ...section(
      1,
      functions.map(({ params }) => [0x60, params.length, ...params, 0]),
    ),
    ...section(
      3,
      functions.map((_, index) => [index]),
    ),
    ...section(5, [[0, ...unsigned(memory.pages)]]),
    ...section(7, [exportOf(memory.name, 2, 0), ...functions.map(({ name }, index) => exportOf(name, 0, index))]),
    ...section(
      10,
      functions.map(({ body }) => sized(body)),
    ),
  ];
}

const sized = (bytes: readonly number[], before: readonly number[] = []): number[] => [
  ...before,
  ...unsigned(bytes.length),
  ...bytes,
];

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
