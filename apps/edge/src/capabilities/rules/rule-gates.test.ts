import { beforeEach, describe, expect, it } from 'vitest';
import { RuleGates, type GatedRule } from './rule-gates.ts';

const rule = (change: Partial<GatedRule> = {}): GatedRule => ({
  id: 'fence',
  armedSpans: null,
  snoozedUntilUtcMs: null,
  mutedUntilUtcMs: null,
  ...change,
});
const spans = (...pairs: [number, number][]) => pairs.map(([fromUtcMs, toUtcMs]) => ({ fromUtcMs, toUtcMs }));
const change = (atUtcMs: number, isArmed: boolean, isSnoozed = false) => ({
  ruleId: 'fence',
  atUtcMs,
  isArmed,
  isSnoozed,
  isMuted: false,
});
const muted = (atUtcMs: number, isSnoozed = false) => ({ ...change(atUtcMs, true, isSnoozed), isMuted: true });

let gates: RuleGates;
beforeEach(() => {
  gates = new RuleGates();
});
const configure = (rules: GatedRule[], nowUtcMs: number) => gates.configure(rules, { atUtcMs: nowUtcMs, nowUtcMs });

describe('the gate of a rule', () => {
  it('is open where nothing closes it', () => {
    expect(configure([rule()], 0)).toEqual([]);
    expect(gates.pass(1e12, 0)).toEqual([]);
  });

  it('is closed while no alarm of it is armed, and while it is snoozed', () => {
    expect(configure([rule({ armedSpans: [] })], 5)).toEqual([change(5, false)]);
    expect(configure([rule({ snoozedUntilUtcMs: 10 })], 5)).toEqual([change(5, true, true)]);
    expect(configure([rule()], 6)).toEqual([change(6, true)]);
  });

  it('ALERT-041: is closed while the camera is muted, and opens at its instant by itself', () => {
    expect(configure([rule({ mutedUntilUtcMs: 5 })], 5)).toEqual([]);
    expect(configure([rule({ mutedUntilUtcMs: 20, snoozedUntilUtcMs: 10 })], 5)).toEqual([muted(5, true)]);
    expect(gates.pass(30, 0)).toEqual([muted(10), change(20, true)]);
    expect(configure([rule({ mutedUntilUtcMs: 60 })], 40)).toEqual([muted(40)]);
    expect(configure([rule()], 50)).toEqual([change(50, true)]);
  });

  it('opens and closes with its spans, in their order and at their instants', () => {
    expect(configure([rule({ armedSpans: spans([10, 20], [30, 40]), snoozedUntilUtcMs: 15 })], 0)).toEqual([
      change(0, false, true),
    ]);
    expect(gates.pass(9, 0)).toEqual([]);
    expect(gates.pass(35, 0)).toEqual([change(10, true, true), change(15, true), change(20, false), change(30, true)]);
    expect(gates.pass(35, 0)).toEqual([]);
  });

  it('goes not behind what was told', () => {
    configure([rule({ armedSpans: spans([10, 20]) })], 0);
    expect(gates.pass(19, 18)).toEqual([change(18, true)]);
  });

  it('is said again where it is closed: a rule with another condition begins open', () => {
    configure([rule({ armedSpans: [] })], 0);
    expect(configure([rule({ armedSpans: [] })], 1)).toEqual([change(1, false)]);
    expect(gates.closed(2)).toEqual([change(2, false)]);
  });

  it('of a rule that is gone is forgotten', () => {
    configure([rule({ armedSpans: spans([10, 20]) })], 0);
    configure([], 1);
    expect(gates.pass(100, 0)).toEqual([]);
    expect(gates.closed(0)).toEqual([]);
  });
});
