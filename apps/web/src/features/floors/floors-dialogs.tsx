import type { Building, Floor, FloorSummary } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialogBody } from '../../ui/dialogs/confirm-dialog-body.tsx';
import { BuildingDialog } from './building-dialog.tsx';
import { FloorDialog } from './floor-dialog.tsx';

/** What is asked, and about what. */
export type FloorsDialog =
  | { kind: 'addBuilding' }
  | { kind: 'addFloor' | 'editBuilding' | 'removeBuilding'; building: Building }
  | { kind: 'editFloor' | 'removeFloor'; building: Building; floor: FloorSummary };

interface FloorsDialogsProps {
  dialog: FloorsDialog;
  locationId: string;
  /** A floor was made. */
  onMade: (floor: Floor) => void;
  /** A floor, or a building with its floors, is gone. */
  onGone: (floorIds: readonly string[]) => void;
  onClose: () => void;
}

/** Dialogs about buildings and floors. */
export function FloorsDialogs({ dialog, locationId, onMade, onGone, onClose }: FloorsDialogsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({ queryKey: callKey(floorsCalls.buildings, { params: { id: locationId } }) });
  const done = (): void => {
    void refresh();
    onClose();
  };
  if (dialog.kind === 'addBuilding') return <BuildingDialog locationId={locationId} onDone={done} onClose={onClose} />;
  const { building } = dialog;
  if (dialog.kind === 'editBuilding')
    return <BuildingDialog locationId={locationId} building={building} onDone={done} onClose={onClose} />;
  if (dialog.kind === 'addFloor' || dialog.kind === 'editFloor')
    return (
      <FloorDialog
        building={building}
        floor={dialog.kind === 'editFloor' ? dialog.floor : undefined}
        onDone={(floor) => {
          client.setQueryData(callKey(floorsCalls.get, { params: { id: floor.id } }), floor);
          done();
          if (dialog.kind === 'addFloor') onMade(floor);
        }}
        onClose={onClose}
      />
    );
  const isFloor = dialog.kind === 'removeFloor';
  const gone = isFloor ? dialog.floor : building;
  const remove = async (): Promise<void> => {
    await call(isFloor ? floorsCalls.remove : floorsCalls.removeBuilding, { params: { id: gone.id } });
    onGone(isFloor ? [gone.id] : building.floors.map(({ id }) => id));
    void refresh();
  };
  return (
    <ConfirmDialogBody
      title={t('floors.removeTitle', { name: gone.name })}
      text={t(isFloor ? 'floors.floor.removeText' : 'floors.building.removeText')}
      confirmLabel={t(isFloor ? 'floors.floor.remove' : 'floors.building.remove')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
