import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../platform/session/may.ts';
import { allCores } from '../builder-queries.ts';
import { CameraChoice } from './camera-choice.tsx';
import { isOneCameraKind } from '../drawing/shapes.ts';
import type { RuleForm } from '../use-rule-form.ts';

/** Where a rule watches: its cameras, or the cores for a rule on cores. */
export function TargetFields({ form }: { form: RuleForm }) {
  const { kind } = form.values.condition;
  if (kind === 'coreStatus') return <CoreChoice form={form} />;
  return (
    <CameraChoice
      cameraIds={form.values.cameraIds}
      isOne={isOneCameraKind(kind)}
      error={form.errors['cameraIds']}
      onChange={(cameraIds) => form.setFieldValue('cameraIds', cameraIds)}
    />
  );
}

function CoreChoice({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const seesCores = useMay('CoreView');
  const cores = useQuery({ ...allCores(), enabled: seesCores }).data?.items ?? [];
  return (
    <MultiSelect
      label={t('ruleBuilder.target.cores')}
      data={cores.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      hidePickedOptions
      maxValues={200}
      nothingFoundMessage={t('ruleBuilder.target.noCore')}
      value={form.values.edgeIds}
      error={form.errors['edgeIds']}
      onChange={(edgeIds) => form.setFieldValue('edgeIds', edgeIds)}
    />
  );
}
