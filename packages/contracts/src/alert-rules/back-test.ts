import { z } from 'zod';
import { id } from '../shared/ids.ts';
import { alertRuleInput } from './alert-rule.ts';
import { replayState } from './alert-rule-link.ts';

/** A condition that is tried on what a camera saw. `backTestId` is the caller's own: the same one asks on, with the same question. */
export const backTestInput = z.object({
  backTestId: id,
  cameraId: id,
  condition: alertRuleInput.shape.condition,
  scheduleId: alertRuleInput.shape.scheduleId,
  coolDownS: alertRuleInput.shape.coolDownS,
  mergeS: alertRuleInput.shape.mergeS,
});

/** How far it is, and what it found once it is done: in the last 7 days, or since the core keeps what its cameras see. */
export const backTest = replayState;

export type BackTestInput = z.infer<typeof backTestInput>;
export type BackTest = z.infer<typeof backTest>;
