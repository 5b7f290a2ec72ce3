import { TextInput } from '@mantine/core';
import type { Building, Floor, FloorSummary } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FieldPair } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';

interface FloorDialogProps {
  building: Building;
  /** The one that is changed; a new one without. */
  floor: FloorSummary | undefined;
  onDone: (floor: Floor) => void;
  onClose: () => void;
}

const isNumber = (text: string, least: number, most: number): boolean =>
  text.trim() !== '' && Number(text) >= least && Number(text) <= most;

/** Makes or changes a floor: its name, its storey, and how wide its plan is in metres. */
export function FloorDialog({ building, floor, onDone, onClose }: FloorDialogProps) {
  const { t } = useTranslation();
  const highest = building.floors.at(-1)?.level;
  const {
    form: values,
    onSubmit,
    isSending,
    failure,
  } = useCallForm({
    initialValues: {
      name: floor?.name ?? '',
      level: String(floor?.level ?? (highest === undefined ? 0 : highest + 1)),
      widthM: String(floor?.widthM ?? 50),
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('locations.form.nameMissing') : null),
      level: (level) =>
        isNumber(level, -50, 200) && Number.isInteger(Number(level)) ? null : t('floors.floor.levelWrong'),
      widthM: (widthM) => (isNumber(widthM, 1, 10_000) ? null : t('floors.floor.widthWrong')),
    },
    send: ({ name, level, widthM }) => {
      const body = { name, level: Number(level), widthM: Number(widthM) };
      return floor === undefined
        ? call(floorsCalls.createFloor, { params: { id: building.id }, body })
        : call(floorsCalls.update, { params: { id: floor.id }, body: { ...body, revision: floor.revision } });
    },
    onDone,
  });
  return (
    <FormDialog
      title={floor === undefined ? t('floors.floor.addTo', { name: building.name }) : t('floors.floor.edit')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        required
        label={t('floors.floor.name')}
        placeholder={t('floors.floor.nameExample')}
        maxLength={120}
        data-autofocus
        {...values.getInputProps('name')}
      />
      <FieldPair>
        <TextInput
          type="number"
          label={t('floors.floor.level')}
          description={t('floors.floor.levelHint')}
          {...values.getInputProps('level')}
        />
        <TextInput
          type="number"
          label={t('floors.floor.width')}
          description={t('floors.floor.widthHint')}
          {...values.getInputProps('widthM')}
        />
      </FieldPair>
    </FormDialog>
  );
}
