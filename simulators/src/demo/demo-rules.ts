import { randomUUID } from 'node:crypto';
import type { CallRequest } from '@sightline/contracts/shared/call';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { ApiClient } from './api-client.ts';

type Rule = CallRequest<typeof alertRulesCalls.create>['body'];

/** Every scene repeats itself within a minute: a rule tells of it now and then, not each time. */
const pauseS = 900;

/** Over the road, from kerb to kerb. */
const across = {
  id: randomUUID(),
  points: [
    { x: 0.02, y: 0.5 },
    { x: 0.98, y: 0.5 },
  ],
};
const yard = {
  id: randomUUID(),
  points: [
    { x: 0.05, y: 0.3 },
    { x: 0.95, y: 0.3 },
    { x: 0.95, y: 0.98 },
    { x: 0.05, y: 0.98 },
  ],
};

/** What the demo watches for, by the id of its camera: what happens there in each round of its scene. */
export const demoRules: Readonly<Record<string, Omit<Rule, 'cameraIds'>>> = {
  lane: { name: 'Something moves in the delivery lane', severity: 'info', condition: { kind: 'motion' } },
  gate: {
    name: 'Vehicle at the gate',
    severity: 'warning',
    // By night scores are low.
    condition: { kind: 'appearing', classes: ['vehicle'], minScore: 0.3 },
  },
  entrance: {
    name: 'Someone comes to the entrance',
    severity: 'info',
    condition: { kind: 'appearing', classes: ['person'] },
  },
  yard: {
    name: 'Nobody walks in the loading yard',
    severity: 'critical',
    condition: { kind: 'trespassing', zones: [yard], classes: ['person'], minStayS: 1 },
  },
  street: {
    name: 'Vehicle passes on Quay Street',
    severity: 'info',
    condition: { kind: 'lineCrossing', line: across, classes: ['vehicle'], minScore: 0.4 },
  },
};

/** Adds the rule of a camera that was just made. Whoever deletes it has it deleted: it comes with the camera alone. */
export async function addDemoRule(api: ApiClient, id: string, cameraId: string): Promise<void> {
  const rule = demoRules[id];
  if (rule) await api.call(alertRulesCalls.create, { body: { ...rule, coolDownS: pauseS, cameraIds: [cameraId] } });
}
