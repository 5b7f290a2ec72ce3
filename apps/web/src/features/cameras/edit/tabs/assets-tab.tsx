import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import type { CameraAsset } from '@sightline/contracts/cameras/camera-settings';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../../platform/ids/new-id.ts';
import type { CameraEdit } from '../use-camera-edit.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import classes from '../camera-edit.module.css';

const kinds = [
  'door',
  'gate',
  'till',
  'machine',
  'shelf',
  'vehicle',
  'other',
] as const satisfies readonly CameraAsset['kind'][];
const maxAssets = 100;

/** Things that stand in this camera's view and belong to it. */
export function AssetsTab({ edit }: { edit: CameraEdit }) {
  const { t } = useTranslation();
  const { cameraAssets } = edit.draft;
  const set = (next: CameraAsset[]): void => edit.change({ cameraAssets: next });
  const row = (asset: CameraAsset, index: number) => {
    const change = (part: Partial<CameraAsset>): void => set(cameraAssets.with(index, { ...asset, ...part }));
    return (
      <li key={asset.id} className={classes.asset}>
        <TextInput
          aria-label={t('cameraEdit.assets.name')}
          placeholder={t('cameraEdit.assets.name')}
          maxLength={120}
          value={asset.name}
          error={asset.name.trim() === '' ? t('cameraEdit.problems.assetNameMissing') : undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label={t('cameraEdit.assets.kind', { name: asset.name })}
          value={asset.kind}
          data={kinds.map((kind) => ({ value: kind, label: t(`cameraEdit.assets.${kind}`) }))}
          onChange={(event) => change({ kind: event.currentTarget.value as CameraAsset['kind'] })}
        />
        <TextInput
          aria-label={t('cameraEdit.assets.note', { name: asset.name })}
          placeholder={t('cameraEdit.assets.notePlaceholder')}
          maxLength={500}
          value={asset.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('cameraEdit.areas.remove', { name: asset.name })}
          onClick={() => set(cameraAssets.toSpliced(index, 1))}
        >
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </li>
    );
  };
  return (
    <Stack as="section" gap={16} className={`${classes.fields} ${classes.wide}`}>
      <p className={classes.lead}>{t('cameraEdit.assets.lead')}</p>
      <Stack as="ul" gap={8} className={classes.rows}>
        {cameraAssets.map(row)}
      </Stack>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          disabled={cameraAssets.length >= maxAssets}
          onClick={() =>
            set([
              ...cameraAssets,
              {
                id: newId(),
                name: t('cameraEdit.assets.newName', { number: cameraAssets.length + 1 }),
                kind: 'other',
                note: '',
              },
            ])
          }
        >
          {t('cameraEdit.assets.add')}
        </Button>
      </div>
    </Stack>
  );
}
