import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../platform/session/may.ts';
import { uniformsToChoose } from '../builder-queries.ts';
import type { ConditionDraft } from '../rule-values.ts';

interface UniformChoiceProps {
  condition: ConditionDraft;
  error: string | undefined;
  onChange: (condition: ConditionDraft) => void;
}

/** Which uniforms a rule is about. One that the reader can't see stays listed. */
export function UniformChoice({ condition, error, onChange }: UniformChoiceProps) {
  const { t } = useTranslation();
  const mayChoose = useMay('OrganizationDatabasePeopleDirectory');
  const chosen = condition['uniformIds'] as string[];
  const uniforms = useQuery({ ...uniformsToChoose(), enabled: mayChoose }).data?.items;
  const known = (uniforms ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const others = chosen
    .filter((id) => !known.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: t('ruleBuilder.uniforms.unknown') }));
  const hint = !mayChoose ? 'mayNot' : uniforms?.length === 0 ? 'none' : 'hint';
  return (
    <MultiSelect
      required
      label={t('ruleBuilder.uniforms.label')}
      description={t(`ruleBuilder.uniforms.${hint}`)}
      data={[...known, ...others]}
      value={chosen}
      searchable
      hidePickedOptions
      readOnly={!mayChoose}
      error={error}
      onChange={(uniformIds) => onChange({ ...condition, uniformIds })}
    />
  );
}
