import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import classes from '../camera-edit.module.css';

/** What of this camera's events can be found. */
export function SearchTab({ edit }: { edit: CameraEdit }) {
  const { t } = useTranslation();
  const { cameraSearchSettings } = edit.draft;
  const line = (field: keyof typeof cameraSearchSettings) => (
    <Switch
      label={t(`cameraEdit.search.${field}`)}
      description={t(`cameraEdit.search.${field}Hint`)}
      checked={cameraSearchSettings[field]}
      onChange={(event) =>
        edit.change({ cameraSearchSettings: { ...cameraSearchSettings, [field]: event.currentTarget.checked } })
      }
    />
  );
  return (
    <Stack as="section" gap={16} className={classes.fields}>
      {line('isSearchable')}
      {line('comparesLooks')}
      {line('comparesFaces')}
    </Stack>
  );
}
