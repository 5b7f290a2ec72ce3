import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../platform/session/may.ts';
import { doorsToChoose } from '../builder-queries.ts';
import type { ConditionDraft } from '../rule-values.ts';

interface DoorChoiceProps {
  cameraIds: readonly string[];
  condition: ConditionDraft;
  error: string | undefined;
  onChange: (condition: ConditionDraft) => void;
}

/** Which doors of the cameras a rule is about; none chosen: all of them. A door that is not one of theirs stays listed, so that it can be taken out. */
export function DoorChoice({ cameraIds, condition, error, onChange }: DoorChoiceProps) {
  const { t } = useTranslation();
  const mayChoose = useMay('OrganizationDatabaseDoorsDirectory');
  const chosen = (condition['doorIds'] ?? []) as string[];
  const doors = useQuery({ ...doorsToChoose(), enabled: mayChoose }).data;
  const ofCameras = (doors ?? []).filter(({ cameraId }) => cameraIds.includes(cameraId));
  const known = ofCameras.map(({ id, name, cameraName }) => ({
    value: id,
    label: cameraIds.length > 1 ? `${name} (${cameraName})` : name,
  }));
  const others = chosen
    .filter((id) => !ofCameras.some((door) => door.id === id))
    .map((id) => ({ value: id, label: doors?.find((door) => door.id === id)?.name ?? t('ruleBuilder.doors.unknown') }));
  const isElsewhere = doors !== undefined && others.length > 0;
  const isEmpty = known.length === 0 && doors !== undefined;
  // Before a camera is chosen nobody can say whether it has doors.
  const hint = isEmpty && cameraIds.length > 0 ? 'none' : 'hint';
  if (!mayChoose && chosen.length === 0) return null;
  return (
    <MultiSelect
      label={t('ruleBuilder.doors.label')}
      description={t(`ruleBuilder.doors.${hint}`)}
      placeholder={chosen.length === 0 ? t('ruleBuilder.doors.all') : undefined}
      data={[...known, ...others]}
      value={chosen}
      searchable
      hidePickedOptions
      readOnly={!mayChoose}
      error={error ?? (isElsewhere ? t('ruleBuilder.doors.elsewhere') : undefined)}
      onChange={(doorIds) => onChange({ ...condition, doorIds })}
    />
  );
}
