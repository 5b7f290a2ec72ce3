import { beforeEach, describe, expect, it, vi } from 'vitest';
import { localEdgesStore } from './local-edges.ts';
import { lookUpLocalEdges } from './local-lookup.ts';

const edge = (edgeId: string) => ({ edgeId, isLocal: true, lanAddresses: ['192.168.1.9'] });
const known = (): string[] => [...localEdgesStore.getState().edges.keys()];

beforeEach(() => localEdgesStore.setState({ edges: new Map([['old', edge('old')]]) }));

describe('the lookup of the local network', () => {
  it('NET-002 takes no core for local before the answer is here', async () => {
    let answer: ((value: { items: ReturnType<typeof edge>[] }) => void) | undefined;
    const done = lookUpLocalEdges(
      { edgeIds: () => Promise.resolve(['a']), lookUp: () => new Promise((resolve) => (answer = resolve)) },
      true,
    );
    expect(known()).toEqual([]);
    await vi.waitFor(() => expect(answer).toBeDefined());
    answer?.({ items: [edge('a')] });
    await done;
    expect(known()).toEqual(['a']);
  });

  it.each([true, false])(
    'NET-003 NET-004 asks once for all cores, with localLiveStream %s',
    async (localLiveStream) => {
      const lookUp = vi.fn(() => Promise.resolve({ items: [] }));
      await lookUpLocalEdges({ edgeIds: () => Promise.resolve(['a', 'b']), lookUp }, localLiveStream);
      expect(lookUp.mock.calls).toEqual([[{ edgeIds: ['a', 'b'], localLiveStream }]]);
    },
  );

  it('forgets the answer to an older question', async () => {
    const answers: ((value: { items: ReturnType<typeof edge>[] }) => void)[] = [];
    const parts = {
      edgeIds: () => Promise.resolve(['a']),
      lookUp: () => new Promise<{ items: ReturnType<typeof edge>[] }>((resolve) => answers.push(resolve)),
    };
    const both = [lookUpLocalEdges(parts, true), lookUpLocalEdges(parts, true)];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.({ items: [edge('new')] });
    answers[0]?.({ items: [edge('late')] });
    await Promise.all(both);
    expect(known()).toEqual(['new']);
  });

  it('keeps none when the server does not answer', async () => {
    await expect(
      lookUpLocalEdges(
        { edgeIds: () => Promise.reject(new Error('away')), lookUp: () => Promise.resolve({ items: [] }) },
        true,
      ),
    ).rejects.toThrow('away');
    expect(known()).toEqual([]);
  });
});
