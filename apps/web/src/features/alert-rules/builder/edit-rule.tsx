import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { call, callKey } from '../../../platform/api/client.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { useFreshValues } from '../../../ui/forms/use-fresh-values.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { ruleQuery } from './builder-queries.ts';
import { MeanwhileNotice } from './states/meanwhile-notice.tsx';
import { NearMisses } from '../list/near-misses.tsx';
import type { LivePictureOf } from '../../../ui/drawing/drawn-camera.ts';
import { RuleBuilder, ruleFormId } from './rule-builder.tsx';
import { UnheardNotice } from './states/unheard-notice.tsx';
import { RuleStates } from './states/rule-states.tsx';
import { valuesOf } from './rule-values.ts';
import { useRuleForm } from './use-rule-form.ts';
import classes from './builder.module.css';

/** One rule: it follows at its cores as soon as it is saved. */
export function EditRule({ rule, livePicture }: { rule: AlertRule; livePicture: LivePictureOf }) {
  const { t } = useTranslation();
  const said = useAlertWords();
  const client = useQueryClient();
  // Of what the form holds: what others save while it is being changed is not overwritten unseen.
  const [base, setBase] = useState(rule.revision);
  const initial = valuesOf(rule);
  const take = (from: AlertRule): void => {
    setBase(from.revision);
    form.setInitialValues(valuesOf(from));
    form.setValues(valuesOf(from));
    form.clearErrors();
  };
  const { form, onSubmit, isSending, failure } = useRuleForm({
    initial,
    send: (input) => call(alertRulesCalls.update, { params: { id: rule.id }, body: { ...input, revision: base } }),
    onDone: async (saved) => {
      take(saved);
      client.setQueryData(callKey(alertRulesCalls.get, { params: { id: saved.id } }), saved);
      await client.invalidateQueries({ queryKey: callKey(alertRulesCalls.list) });
      toastSuccess({ title: t('ruleBuilder.edit.done') });
    },
  });
  const isConflict = failure !== null && toApiError(failure).code === 'conflict';
  useEffect(() => {
    if (isConflict) void client.invalidateQueries(ruleQuery(rule.id));
  }, [isConflict, client, rule.id]);
  useFreshValues(form, initial, rule.revision);
  const isDirty = form.isDirty();
  useEffect(() => {
    if (!isDirty) setBase(rule.revision);
  }, [isDirty, rule.revision]);
  const isBehind = isDirty && base !== rule.revision;
  return (
    <>
      <PageHeader
        title={rule.name}
        meta={said.kind(rule.condition.kind)}
        parents={[
          { key: 'alerts', link: <Link to="/alert/monitoring">{t('shell.nav.alerts')}</Link> },
          { key: 'rules', link: <Link to="/alert/list">{t('alertRules.list.title')}</Link> },
        ]}
      >
        <Button variant="default" disabled={!isDirty} onClick={() => take(rule)}>
          {t('ruleBuilder.edit.discard')}
        </Button>
        <Button type="submit" form={ruleFormId} loading={isSending} disabled={!isDirty}>
          {t('ruleBuilder.edit.action')}
        </Button>
      </PageHeader>
      <RuleBuilder
        form={form}
        onSubmit={onSubmit}
        failure={isConflict ? null : failure}
        livePicture={livePicture}
        notice={
          <>
            {(isBehind || isConflict) && <MeanwhileNotice rule={rule} onTake={() => take(rule)} />}
            {rule.reachesNobody && (
              <UnheardNotice onNobody={() => form.setFieldValue('notify', { userIds: [], channels: [] })} />
            )}
          </>
        }
      >
        <RuleStates rule={rule} />
        <section className={classes.group}>
          <h2 className={classes.groupTitle}>{t('alertRules.nearMisses.title')}</h2>
          <NearMisses ruleId={rule.id} />
        </section>
      </RuleBuilder>
    </>
  );
}
