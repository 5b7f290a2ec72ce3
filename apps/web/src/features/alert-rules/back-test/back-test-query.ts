import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { BackTest } from '@sightline/contracts/alert-rules/back-test';
import { queryOptions } from '@tanstack/react-query';
import type { ApiError } from '../../../platform/api/api-error.ts';
import { call, callKey } from '../../../platform/api/client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { isJudgedByCamera } from '../builder/condition-facts.ts';

/** What a back-test found. */
export type BackTestResult = Extract<BackTest, { state: 'done' }>['result'];

/** What of a rule is tried on the past of a camera. */
export type BackTestAsked = Pick<AlertRuleInput, 'condition' | 'scheduleId' | 'coolDownS' | 'mergeS'> & {
  cameraId: string;
};

const freshMs = 60_000;

/** What can be tried of a rule: its condition at its first camera; null for one that has none, or looks at no tracks. */
export function backTestOf(rule: AlertRuleInput | null): BackTestAsked | null {
  const cameraId = rule?.cameraIds[0];
  if (rule === null || cameraId === undefined || !isJudgedByCamera(rule.condition.kind)) return null;
  const { condition, scheduleId, coolDownS, mergeS } = rule;
  return { cameraId, condition, scheduleId, coolDownS, mergeS };
}

/** Asks on under one id until it is done. Each answer waits for a while, so that it is not asked all the time. */
export async function untilDone(
  ask: (backTestId: string) => Promise<BackTest>,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<BackTestResult> {
  const backTestId = newId();
  for (;;) {
    const answer = await ask(backTestId);
    if (answer.state === 'done') return answer.result;
    signal.throwIfAborted();
    onShare(answer.share);
  }
}

/** When a rule would have alerted. Ends with who looks at it. */
export const backTestQuery = (asked: BackTestAsked, onShare: (share: number) => void) =>
  queryOptions<BackTestResult, ApiError>({
    queryKey: callKey(alertRulesCalls.backTest, { body: { backTestId: '', ...asked } }),
    queryFn: ({ signal }) =>
      untilDone((backTestId) => call(alertRulesCalls.backTest, { body: { backTestId, ...asked } }, { signal }), {
        signal,
        onShare,
      }),
    staleTime: freshMs,
    retry: false,
  });
