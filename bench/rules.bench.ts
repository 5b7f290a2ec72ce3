import { loadavg } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { trackCondition } from '@sightline/contracts/alert-rules/track-conditions';
import type { LookFact } from '@sightline/domain/rules/facts';
import { packLooks, unpackLooks } from '@sightline/domain/look-packs/look-pack';
import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import { CameraRules } from '@sightline/domain/rules/camera-rules';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { CameraEvaluator } from '../apps/edge/src/capabilities/rules/camera-evaluator.ts';
import { runnableRule } from '../apps/edge/src/capabilities/rules/runnable-rule.ts';
import { percent, printTable } from './measure/figures.ts';

/**
 * What rules cost a core: 64 cameras that are looked at three times a second with two people walking in each, judged by 200 rules,
 * some on few cameras and some on all. The share is of one processor, if everything happened in real time. Then the back-test: one rule
 * on a week of one camera in which two people are seen in a fifth of the time, from look packs of an hour.
 */
const cameras = 64;
const looksPerS = 3;
const seconds = 60;
const startUtcMs = Date.UTC(2026, 0, 5, 8);

const square = { points: [{ x: 0.4, y: 0.4 }, { x: 0.7, y: 0.4 }, { x: 0.8, y: 0.7 }, { x: 0.7, y: 1 }, { x: 0.4, y: 1 }, { x: 0.3, y: 0.7 }] }; // prettier-ignore
const id = (digit: number): string => `00000000-0000-7000-8000-${String(digit).padStart(12, '0')}`;
const zones = [{ id: id(1), ...square }];
const line = { id: id(2), points: [{ x: 0.5, y: 1 }, { x: 0.5, y: 0 }] }; // prettier-ignore
const conditions = [
  { kind: 'loitering', zones },
  { kind: 'trespassing', zones },
  { kind: 'lineCrossing', line },
  { kind: 'occupancy', zones },
].map((condition) => trackCondition.parse(condition));

/** Two people who walk through the picture and back, each in their own time. */
function look(camera: number, index: number): LookFact {
  const atUtcMs = startUtcMs + Math.round((index * 1000) / looksPerS);
  const sights = [0, 1].map((person) => {
    const phase = (index / looksPerS / (14 + person * 5) + camera * 0.13) % 2;
    const x = 0.05 + 0.85 * (phase < 1 ? phase : 2 - phase);
    return {
      trackId: `${camera}-${person}`,
      class: 'person' as const,
      score: 0.8,
      movedShare: 0.5,
      isResting: false,
      atUtcMs,
      box: { x, y: 0.5, width: 0.05, height: 0.2 + 0.1 * person },
    };
  });
  return { kind: 'look', sequence: index, atUtcMs, sights, ended: [] };
}

const looks = Array.from({ length: cameras }, (_, camera) =>
  Array.from({ length: seconds * looksPerS }, (_look, index) => look(camera, index)),
);

const makeRules = (count: number): CameraRules =>
  new CameraRules(
    new Map(
      Array.from({ length: count }, (_, index) => {
        const condition = conditions[index % conditions.length]!;
        const settings = { condition, coolDownMs: 60_000, mergeMs: 60_000, spans: null };
        return [id(100 + index), { ...settings, alertId: (name: string) => name }];
      }),
    ),
  );

/** Processor time of judging every look of every camera by so many rules, and how many effects they had. */
function judge(rulesPerCamera: number): { ms: number; effects: number } {
  const rules = looks.map(() => makeRules(rulesPerCamera));
  const began = process.cpuUsage();
  let effects = 0;
  for (let index = 0; index < seconds * looksPerS; index++)
    for (const [camera, own] of rules.entries()) effects += own.step(looks[camera]![index]!).length;
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, effects };
}

judge(3);
const rows = [3, 20, 200].map((rulesPerCamera) => {
  const runs = [judge(rulesPerCamera), judge(rulesPerCamera), judge(rulesPerCamera)].toSorted((a, b) => a.ms - b.ms);
  const { ms, effects } = runs[1]!;
  const steps = rulesPerCamera * cameras * looksPerS * seconds;
  return [
    `${rulesPerCamera} on each of ${cameras}`,
    percent(ms / 1000 / seconds),
    `${((ms * 1000) / steps).toFixed(2)} µs`,
    String(effects),
    loadavg()[0]!.toFixed(1),
  ];
});
printTable(['rules', 'of one processor', 'a rule and look', 'effects', 'load'], rows);

/** The rules of a camera as a core runs them. */
function makeJudge(camera: number, count: number): CameraEvaluator {
  const rules = Array.from({ length: count }, (_, index) => {
    const times = { schedule: null, arming: [], coolDownS: 60, mergeS: 60, preS: 5, postS: 10, protectDays: 30 };
    const condition = conditions[index % conditions.length]!;
    const rest = { name: 'Rule', severity: 'warning' as const, cameraIds: [], snoozedUntilUtcMs: null, mutes: [] };
    const content = { ...times, ...rest, condition };
    return runnableRule({ id: id(100 + index), content }, { spansOf: () => null, nowUtcMs: startUtcMs })!;
  });
  const judge = new CameraEvaluator({ id: id(camera), timeZone: 'UTC' });
  judge.configure(rules, { nowUtcMs: startUtcMs, former: () => null });
  return judge;
}

/** What a worker tells of one camera in a second: looks, what moved, and twice how far it has come. */
function toldIn(camera: number, second: number): Buffer[] {
  const atUtcMs = startUtcMs + second * 1000;
  const told: ToldFact[][] = Array.from({ length: looksPerS }, (_, index) => [
    roundedLook(looks[camera]![second * looksPerS + index]!),
  ]);
  const motion = {
    kind: 'motion' as const,
    atUtcMs: atUtcMs + 1000,
    levels: new Uint8Array(144).fill(9),
    isGlobal: false,
  };
  told.splice(2, 0, [{ kind: 'seen', atUtcMs: atUtcMs + 400 }]);
  told.push([motion, { kind: 'seen', atUtcMs: atUtcMs + 1010 }]);
  return told.map((facts) => serialize({ type: 'event', event: { type: 'facts', cameraId: id(camera), facts } }));
}

/** Processor time of a core for so many rules on each camera: reading what workers send, and judging it. */
function runCore(rulesPerCamera: number): number {
  const judges = looks.map((_, camera) => makeJudge(camera, rulesPerCamera));
  const sent = Array.from({ length: seconds }, (_, second) => looks.map((_look, camera) => toldIn(camera, second)));
  const began = process.cpuUsage();
  for (const second of sent)
    for (const [camera, messages] of second.entries())
      for (const message of messages) {
        const { event } = deserialize(message) as { event: { facts: ToldFact[] } };
        for (const fact of event.facts) judges[camera]!.hear(fact);
      }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

runCore(3);
const onCore = [3, 20].map((rulesPerCamera) => {
  const [, ms] = [runCore(rulesPerCamera), runCore(rulesPerCamera), runCore(rulesPerCamera)].toSorted((a, b) => a - b);
  return [`${rulesPerCamera} on each of ${cameras}`, percent(ms! / 1000 / seconds), loadavg()[0]!.toFixed(1)];
});
printTable(['rules, with motion and messages', 'of one processor', 'load'], onCore);

const hourMs = 3_600_000;

/** The packs of an hour, of which a fifth has looks. */
function packHour(hour: number): Uint8Array {
  const first = (hour * hourMs * looksPerS) / 1000;
  const seen = Array.from({ length: (hourMs / 1000 / 5) * looksPerS }, (_, index) =>
    roundedLook(look(0, first + index)),
  );
  return packLooks(seen);
}

const packs = Array.from({ length: 7 * 24 }, (_, hour) => packHour(hour));
const bytes = packs.reduce((sum, pack) => sum + pack.length, 0);
const backTests = conditions.map((condition) => {
  const began = process.cpuUsage();
  const settings = { condition, coolDownMs: 60_000, mergeMs: 60_000, spans: null, alertId: (name: string) => name };
  const rules = new CameraRules(new Map([[id(1), settings]]));
  let sights = 0;
  let unpackedMs = 0;
  let effects = 0;
  let sequence = 0;
  for (const pack of packs) {
    const before = process.cpuUsage();
    const facts = unpackLooks(pack);
    const unpacked = process.cpuUsage(before);
    unpackedMs += (unpacked.user + unpacked.system) / 1000;
    for (const fact of facts) {
      if (fact.kind !== 'look') continue;
      sights += fact.sights.length;
      effects += rules.step({ ...fact, sequence: sequence++ }).length;
    }
  }
  const { user, system } = process.cpuUsage(began);
  const size = `${(bytes / 1_048_576).toFixed(1)} MB, ${(bytes / sights).toFixed(1)} B a sight`;
  return [
    condition.kind,
    String(sights),
    size,
    `${unpackedMs.toFixed(0)} ms`,
    `${((user + system) / 1000).toFixed(0)} ms`,
    String(effects),
  ];
});
printTable(['a week of one camera', 'sights', 'packs', 'unpacking', 'in all', 'effects'], backTests);
