import { ActionIcon, Button } from '@mantine/core';
import type { Floor } from '@sightline/contracts/floors/floor';
import { IconCheck, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FloorPlan } from '../../../features/floors/floor-plan.tsx';
import { useFloor } from '../../../features/floors/floor-queries.ts';
import { PlanUpload } from '../../../features/floors/plan-upload.tsx';
import { UnplacedCameras } from '../../../features/floors/unplaced-cameras.tsx';
import { usePlacing } from '../../../features/floors/use-placing.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';
import { usePlanCameras } from './use-plan-cameras.ts';
import classes from './floors-page.module.css';

const PlacementFields = lazy(async () => ({
  default: (await import('../../../features/floors/placement-fields.tsx')).PlacementFields,
}));

const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const;

/** One floor: its plan with cameras, and, for who may, placing them. */
export function FloorEditor({ floorId }: { floorId: string }) {
  const floor = useFloor(floorId);
  if (floor.data === undefined)
    return (
      <div className={classes.stage}>
        {floor.error === null ? (
          <LoadingRows />
        ) : (
          <EntityFailure failure={floor.error} onRetry={() => void floor.refetch()} />
        )}
      </div>
    );
  return floor.data.plan === null ? (
    <NoPlan floor={floor.data} />
  ) : (
    <Plan floor={{ ...floor.data, plan: floor.data.plan }} />
  );
}

function NoPlan({ floor }: { floor: Floor }) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <EmptyState
        title={t('floors.plan.none', { floor: floor.name })}
        text={t(floor.can.edit ? 'floors.plan.noneText' : 'floors.plan.noneTextReader')}
      >
        {floor.can.edit && <PlanUpload floor={floor} isPrimary />}
      </EmptyState>
    </div>
  );
}

function Plan({ floor }: { floor: Floor & { plan: NonNullable<Floor['plan']> } }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const [chosenId, setChosenId] = useState<string | undefined>();
  const [step, setStep] = useState(2);
  const placing = usePlacing(floor);
  const cameras = usePlanCameras(floor, isEditing);
  const chosen = placing.placed.find(({ cameraId }) => cameraId === chosenId);
  return (
    <>
      <div className={classes.stage}>
        <Row wrap align="center" gap={8} className={classes.tools}>
          <h2 className={classes.title}>
            {floor.buildingName} · {floor.name}
          </h2>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('locations.map.farther')}
            disabled={step === 0}
            onClick={() => setStep(step - 1)}
          >
            <IconMinus size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size={36}
            variant="default"
            aria-label={t('locations.map.nearer')}
            disabled={step === zooms.length - 1}
            onClick={() => setStep(step + 1)}
          >
            <IconPlus size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
          {floor.can.edit && isEditing && <PlanUpload floor={floor} />}
          {floor.can.edit && (
            <Button
              {...(isEditing ? {} : { variant: 'default' })}
              leftSection={
                isEditing ? (
                  <IconCheck size={16} stroke={1.6} aria-hidden="true" />
                ) : (
                  <IconPencil size={16} stroke={1.6} aria-hidden="true" />
                )
              }
              onClick={() => setEditing(!isEditing)}
            >
              {t(isEditing ? 'floors.place.done' : 'floors.place.begin')}
            </Button>
          )}
        </Row>
        <FloorPlan
          floor={floor}
          cameras={cameras.byId}
          placing={placing}
          isEditing={isEditing}
          chosenId={chosenId}
          zoom={zooms[step] ?? 1}
          onChoose={setChosenId}
        />
      </div>
      {isEditing && (
        <aside className={classes.side} aria-label={t('floors.place.begin')}>
          {chosen !== undefined && (
            <Suspense>
              <PlacementFields
                name={cameras.byId.get(chosen.cameraId)?.name ?? ''}
                placed={chosen}
                onChange={(placement) => placing.putSoon(chosen.cameraId, placement)}
                onRemove={() => placing.remove(chosen.cameraId)}
              />
            </Suspense>
          )}
          <UnplacedCameras
            cameras={cameras.unplaced}
            onPlace={({ id }) => {
              placing.put(id);
              setChosenId(id);
            }}
          />
        </aside>
      )}
    </>
  );
}
