import { Button, Checkbox } from '@mantine/core';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { homeCalls } from '@sightline/contracts/home/home.api';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { camerasToMove, maxMoved } from './camera-queries.ts';
import classes from './move-cameras-dialog.module.css';

interface Place {
  id: string;
  name: string;
}

interface MoveCamerasDialogProps {
  /** Where the cameras are looked for: a site and, for `in`, everything below it. */
  from: Place;
  to: Place;
  /** `in`: cameras of the site come into one of its parts. `out`: cameras of the part go back to the site. */
  way: 'in' | 'out';
  onClose: () => void;
}

function Choices({
  cameras,
  chosen,
  onChange,
}: {
  cameras: readonly Camera[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={t('cameras.move.which')}>
      <Stack gap={12} className={classes.list}>
        {cameras.map((camera) => (
          <Checkbox
            key={camera.id}
            value={camera.id}
            disabled={!camera.can.edit}
            label={camera.name}
            description={camera.locationName}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Moves cameras into a part of a site, or out of it. Nothing is asked of the server while none is chosen. */
export function MoveCamerasDialog({ from, to, way, onClose }: MoveCamerasDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [warns, setWarns] = useState(false);
  const found = useQuery({
    ...camerasToMove({ locationId: from.id, depth: way === 'in' ? 'below' : 'own', search }),
    placeholderData: keepPreviousData,
  });
  const cameras = (found.data?.items ?? []).filter(({ locationId }) => locationId !== to.id);
  const move = useMutation({
    mutationFn: () => call(camerasCalls.move, { body: { cameraIds: chosen, locationId: to.id } }),
    onSuccess: ({ moved }) => {
      toastSuccess({ title: t('cameras.move.done', { count: moved, name: to.name }) });
      void client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
      void client.invalidateQueries({ queryKey: callKey(homeCalls.locations) });
      onClose();
    },
  });
  const confirm = (): void => {
    setWarns(chosen.length === 0);
    if (chosen.length > 0) move.mutate();
  };
  return (
    <Dialog title={t(`cameras.move.title.${way}`, { to: to.name, from: from.name })} width={516} onClose={onClose}>
      <Stack gap={16}>
        <SearchField label={t('cameras.list.search')} value={search} onChange={setSearch} />
        {found.isPending && <LoadingRows rows={4} />}
        {found.error !== null && <FormFailure failure={found.error} />}
        {found.data !== undefined && cameras.length === 0 && <p className={dialog.text}>{t('cameras.move.none')}</p>}
        {cameras.length > 0 && (
          <Choices cameras={cameras} chosen={chosen} onChange={(ids) => setChosen(ids.slice(0, maxMoved))} />
        )}
        {warns && chosen.length === 0 && (
          <Row as="p" align="center" gap={8} className={classes.warning} role="alert">
            <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
            {t('cameras.move.noneSelected')}
          </Row>
        )}
        {move.error !== null && <FormFailure failure={move.error} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button loading={move.isPending} onClick={confirm}>
          {chosen.length === 0 ? t('cameras.move.action') : t('cameras.move.actionCount', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
