import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import type { RuleTemplate } from '../templates/rule-templates.ts';
import type { LivePictureOf } from '../../../ui/drawing/drawn-camera.ts';
import { RuleBuilder, ruleFormId } from './rule-builder.tsx';
import { newRule, ruleFrom } from './rule-values.ts';
import { useRuleForm } from './use-rule-form.ts';

interface CreateRuleProps {
  kind: RuleKind;
  /** What the form begins with, for a common job. */
  template: RuleTemplate | undefined;
  /** The camera that the rule is for, if that was said. */
  cameraId: string | undefined;
  livePicture: LivePictureOf;
}

/** A new rule of one kind. */
export function CreateRule({ kind, template, cameraId, livePicture }: CreateRuleProps) {
  const { t } = useTranslation();
  const said = useAlertWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Made once: ids of what is drawn stay.
  const [initial] = useState(() => ruleFrom(newRule(kind, said.kind(kind)), template, cameraId));
  const { form, onSubmit, isSending, failure } = useRuleForm({
    initial,
    send: (input) => call(alertRulesCalls.create, { body: input }),
    onDone: async (saved) => {
      form.resetDirty();
      await client.invalidateQueries({ queryKey: callKey(alertRulesCalls.list) });
      toastSuccess({ title: t('ruleBuilder.create.done', { name: saved.name }) });
      await navigate({ to: '/alert/edit/$ruleId', params: { ruleId: saved.id } });
    },
  });
  return (
    <>
      <PageHeader
        title={said.kind(kind)}
        parents={[
          { key: 'alerts', link: <Link to="/alert/monitoring">{t('shell.nav.alerts')}</Link> },
          { key: 'templates', link: <Link to="/alert/templates">{t('alertRules.templates.title')}</Link> },
        ]}
      >
        <Button type="submit" form={ruleFormId} loading={isSending}>
          {t('ruleBuilder.create.action')}
        </Button>
      </PageHeader>
      <RuleBuilder form={form} onSubmit={onSubmit} failure={failure} livePicture={livePicture} />
    </>
  );
}
