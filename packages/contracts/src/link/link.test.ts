import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { linkFromEdge, linkFromServer } from './link.ts';
import { edgeCommands } from './link-commands.ts';
import { contentHashText, operation } from './link-operations.ts';

describe('messages of the link', () => {
  it('are refused without a throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => [linkFromEdge.safeParse(value), linkFromServer.safeParse(value)]).not.toThrow();
      }),
    );
  });

  it('may carry more than this version knows', () => {
    const message = { type: 'applied', sequence: 1, contentHash: 'x', addedLater: { by: 'a newer core' } };
    expect(linkFromEdge.safeParse(message).success).toBe(true);
  });

  it('hold no number that is none, is negative or has a fraction where an instant belongs', () => {
    const health = {
      cpuShare: 0,
      memoryBytes: 0,
      memoryTotalBytes: 0,
      diskFreeBytes: 0,
      diskTotalBytes: 0,
      uptimeMs: 0,
    };
    for (const sentAtUtcMs of [Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, '1', null]) {
      expect(
        linkFromEdge.safeParse({ type: 'heartbeat', sentAtUtcMs, clockOffsetMs: null, health, outboxDepth: 0 }).success,
      ).toBe(false);
    }
  });
});

describe('contentHashText', () => {
  it('is the same in any order and another after any change', () => {
    const [a, b] = [
      { id: 'a', revision: 1 },
      { id: 'b', revision: 2 },
    ];
    expect(contentHashText([a, b])).toBe(contentHashText([b, a]));
    expect(
      new Set([
        contentHashText([a, b]),
        contentHashText([a]),
        contentHashText([a, { ...b, revision: 3 }]),
        contentHashText([]),
      ]).size,
    ).toBe(4);
  });

  it('keeps the lines of cameras as they were before there was another kind', () => {
    const text = contentHashText([
      { kind: 'locationPrivacy', id: 'c', revision: 1 },
      { kind: 'camera', id: 'b', revision: 2 },
      { id: 'a', revision: 1 },
    ]);
    expect(text).toBe('a:1\nb:2\nlocationPrivacy:c:1');
  });
});

describe('an operation', () => {
  const message = { sequence: 1, entity: 'notKnownYet', entityId: '01980000-0000-7000-8000-000000000001', revision: 1 };

  it('without content, or with another than an object, is refused', () => {
    for (const desired of [undefined, 'x', 1, []])
      expect(operation.safeParse({ ...message, desired }).success, String(desired)).toBe(false);
    expect(operation.safeParse({ ...message, entity: 'x'.repeat(61), desired: null }).success).toBe(false);
  });

  it('of a kind that this version does not know can be read, with its content as it is', () => {
    const desired = { addedLater: { by: 'a newer server' } };
    expect(operation.parse({ ...message, desired })).toEqual({ ...message, desired });
  });
});

/** Names of the lists without an end in a schema. */
function endless(schema: z.ZodType, name: string): string[] {
  if (schema instanceof z.ZodArray) {
    const isBounded =
      schema._zod.def.checks?.some((one) => ['max_length', 'length_equals'].includes(one._zod.def.check)) === true;
    return [...(isBounded ? [] : [name]), ...endless(schema.element as z.ZodType, `${name}[]`)];
  }
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
      endless(part, `${name}.${key}`),
    );
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return schema.options.flatMap((option, index) => endless(option as z.ZodType, `${name}|${String(index)}`));
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? endless(schema.unwrap() as z.ZodType, name)
    : [];
}

it('no list that a core may answer with is without an end', () => {
  const answers = Object.entries(edgeCommands).flatMap(([command, { output }]) => endless(output, command));
  expect(answers).toEqual([]);
  expect(endless(z.object({ a: z.array(z.object({ b: z.array(z.string()).max(3).nullable() })) }), 'x')).toEqual([
    'x.a',
  ]);
});
