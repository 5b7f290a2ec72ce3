import { describe, expect, it } from 'vitest';
import type { PairStats } from './candidate-pair.ts';
import { pathOf } from './candidate-pair.ts';

const pair = (id: string, more: Partial<PairStats> = {}): PairStats => ({
  id,
  type: 'candidate-pair',
  localCandidateId: `${id}-l`,
  remoteCandidateId: `${id}-r`,
  state: 'succeeded',
  nominated: true,
  ...more,
});
const ends = (id: string, [local, remote]: [string, string], address?: string | null): PairStats[] => [
  { id: `${id}-l`, type: 'local-candidate', candidateType: local },
  { id: `${id}-r`, type: 'remote-candidate', candidateType: remote, ...(address === undefined ? {} : { address }) },
];
const selected = (id: string): PairStats => ({ id: 'T', type: 'transport', selectedCandidatePairId: id });

describe('the way of a picture', () => {
  it('LIVE-002 is not known before a pair was chosen', () => {
    expect(pathOf([])).toBeNull();
    expect(
      pathOf([pair('a', { nominated: false, state: 'in-progress' }), ...ends('a', ['host', 'host'], '10.0.0.2')]),
    ).toBeNull();
  });

  it('LIVE-002 is that of the selected pair, not of another one that worked before', () => {
    const both = [
      pair('turn'),
      pair('lan'),
      ...ends('turn', ['relay', 'host'], '10.0.0.2'),
      ...ends('lan', ['host', 'host'], '10.0.0.2'),
    ];
    expect(pathOf([...both, selected('turn')])).toBe('turn');
    expect(pathOf([...both, selected('lan')])).toBe('direct');
    // Firefox marks the pair itself.
    expect(pathOf([pair('turn', { selected: true }), pair('lan'), ...both.slice(2)])).toBe('turn');
  });

  it.each([
    ['10.1.2.3', 'direct'],
    ['172.31.0.9', 'direct'],
    ['172.32.0.9', 'internet'],
    ['192.168.7.7', 'direct'],
    ['127.0.0.1', 'direct'],
    ['fd12:3456::1', 'direct'],
    ['fe80::1', 'direct'],
    ['2001:db8::1', 'internet'],
    ['203.0.113.9', 'internet'],
    ['0198c000.local', 'direct'],
  ])('LIVE-002 to a core at %s is %s', (address, path) => {
    expect(pathOf([pair('a'), selected('a'), ...ends('a', ['prflx', 'host'], address)])).toBe(path);
  });

  it('LIVE-002 is of one network where nothing translates addresses, which for IPv6 says nothing', () => {
    expect(pathOf([pair('a'), selected('a'), ...ends('a', ['host', 'host'], '192.0.2.2')])).toBe('direct');
    expect(pathOf([pair('a'), selected('a'), ...ends('a', ['host', 'host'], '2001:db8::1')])).toBe('internet');
  });

  it('LIVE-002 is relayed when either end is, and goes by the kind where a browser hides the address', () => {
    expect(pathOf([pair('a'), selected('a'), ...ends('a', ['host', 'relay'], '10.0.0.2')])).toBe('turn');
    expect(pathOf([pair('a'), selected('a'), ...ends('a', ['host', 'host'], null)])).toBe('direct');
    expect(pathOf([pair('a'), selected('a'), ...ends('a', ['host', 'srflx'])])).toBe('internet');
  });
});
