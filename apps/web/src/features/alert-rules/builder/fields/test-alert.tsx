import { Button } from '@mantine/core';
import type { RuleTestResult } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/client.ts';
import { FormFailure } from '../../../../ui/forms/form-failure.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import type { RuleForm } from '../use-rule-form.ts';
import classes from '../builder.module.css';

/** Tries how people would hear of the rule as it stands in the form: to oneself, or to those who are chosen. */
export function TestAlert({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const { name, cameraIds, edgeIds, notify } = form.values;
  const test = useMutation({
    mutationFn: (userIds: string[]) =>
      call(alertRulesCalls.test, { body: { name, cameraIds, edgeIds, userIds, channels: notify.channels } }),
  });
  if (notify.channels.length === 0) return null;
  return (
    <Stack gap={8}>
      <Row wrap gap={8}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate([])}>
          {t('ruleBuilder.test.toMe')}
        </Button>
        {notify.userIds.length > 0 && (
          <Button variant="default" disabled={test.isPending} onClick={() => test.mutate(notify.userIds)}>
            {t('ruleBuilder.test.toAll')}
          </Button>
        )}
      </Row>
      <p className={classes.quiet}>{t('ruleBuilder.test.hint')}</p>
      {test.error !== null && <FormFailure failure={test.error} />}
      {test.data !== undefined && <Results results={test.data.results} />}
    </Stack>
  );
}

function Results({ results }: { results: readonly RuleTestResult[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.testResults} role="status" aria-label={t('ruleBuilder.test.results')}>
      {results.map(({ userId, name, channel, outcome }) => (
        <li key={`${userId} ${channel}`}>
          {t('ruleBuilder.test.result', {
            name,
            way: t(`ruleBuilder.channel.${channel}`),
            outcome: t(`ruleBuilder.test.outcome.${outcome}`),
          })}
        </li>
      ))}
    </ul>
  );
}
