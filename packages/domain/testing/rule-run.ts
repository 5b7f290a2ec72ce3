import { cameraCondition, type CameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import type { CameraFact } from '@sightline/domain/rules/facts';
import { CameraRules, type RuleEffect } from '@sightline/domain/rules/camera-rules';
import type { TrackRuleSettings } from '@sightline/domain/rules/track-rule';
import { factsOf, sceneStartUtcMs, type DrawnScene } from './drawn-scene.ts';

/** Ids of zones and lines in tests: what they stand for is told by their last digit. */
export const placeId = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`;

type Asked = Record<string, unknown> & { kind: CameraCondition['kind'] };

/** A rule as it is saved: what is not given has its default. */
export const conditionOf = (asked: Asked): CameraCondition => cameraCondition.parse(asked);

/** The only rule of a camera. */
export const ruleId = placeId(9);

/** A camera with one rule, without cool-down, merging and schedule unless they are given. */
export const ruleOf = (asked: Asked, settings: Partial<TrackRuleSettings> = {}): CameraRules =>
  new CameraRules(
    new Map([
      [
        ruleId,
        {
          condition: conditionOf(asked),
          coolDownMs: 0,
          mergeMs: 0,
          spans: null,
          alertId: (name: string, atUtcMs: number) => `${name}#${atUtcMs}`,
          ...settings,
        },
      ],
    ]),
  );

/** Everything that a rule decides on facts. */
export const effectsOf = (rules: CameraRules, facts: readonly CameraFact[]): RuleEffect[] =>
  facts.flatMap((fact) => rules.step(fact));

/** What a rule decides on a scene, as short words with the second of the scene: `opened 3.2`. */
export function told(asked: Asked, scene: DrawnScene, settings: Partial<TrackRuleSettings> = {}): string[] {
  return effectsOf(ruleOf(asked, settings), factsOf(scene)).map((effect) => {
    const seconds = Math.round((effect.atUtcMs - sceneStartUtcMs) / 100) / 10;
    if (effect.kind === 'nearMiss') return `${effect.hindrance} ${seconds}`;
    return effect.kind === 'closed' && effect.reason !== 'over'
      ? `closed ${seconds} ${effect.reason}`
      : `${effect.kind} ${seconds}`;
  });
}
