import { z } from 'zod';

const attribute = z.looseObject({
  /** Text as base64, or as bytes in files of older converters. */
  s: z.union([z.string(), z.array(z.number())]).optional(),
  i: z.union([z.string(), z.number()]).optional(),
  f: z.number().optional(),
  b: z.boolean().optional(),
  list: z
    .looseObject({
      i: z.array(z.union([z.string(), z.number()])).optional(),
      s: z.array(z.union([z.string(), z.array(z.number())])).optional(),
    })
    .optional(),
});

const node = z.looseObject({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z.record(z.string(), attribute).default({}),
});

/** `model.json` of a TF.js graph model: the parts that a conversion reads. */
export const graphFile = z.looseObject({
  modelTopology: z.looseObject({ node: z.array(node) }),
  weightsManifest: z.array(
    z.looseObject({ paths: z.array(z.string()), weights: z.array(z.looseObject({ name: z.string() })) }),
  ),
});

export type GraphFile = z.infer<typeof graphFile>;
export type GraphNode = z.infer<typeof node>;

const decodeText = (value: string | number[]): string =>
  typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : Buffer.from(value).toString('utf8');

export const textAttribute = (from: GraphNode, name: string): string => decodeText(from.attr[name]?.s ?? '');
export const textsAttribute = (from: GraphNode, name: string): string[] =>
  (from.attr[name]?.list?.s ?? []).map(decodeText);
export const integersAttribute = (from: GraphNode, name: string): number[] =>
  (from.attr[name]?.list?.i ?? []).map(Number);
export const integerAttribute = (from: GraphNode, name: string): number => Number(from.attr[name]?.i ?? 0);
export const flagAttribute = (from: GraphNode, name: string): boolean => from.attr[name]?.b ?? false;

/** Output `index` of node `name` as inputs write it; control inputs (`^name`) are no values. */
export function parseInput(input: string): { name: string; index: number } {
  const [name = '', index = '0'] = input.split(':');
  return { name, index: Number(index) };
}
