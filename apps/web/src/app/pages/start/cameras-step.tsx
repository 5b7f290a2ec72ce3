import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddCameraForm } from '../../../features/cameras/add-camera-form.tsx';
import { CameraThumbnail } from '../../../features/cameras/camera-thumbnail.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import deviceClasses from '../devices/devices.module.css';
import { recordingOf, type StartFacts } from './start-state.ts';
import classes from './start.module.css';

/** Adds cameras one after the other; what was added stays in view. */
export function CamerasStep({ facts, onDone }: { facts: StartFacts; onDone: () => void }) {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const [isAdding, setAdding] = useState(facts.cameras.length === 0);
  const edges = facts.edges.filter(({ state }) => state === 'online' || state === 'offline');
  return (
    <>
      {facts.cameras.length > 0 && (
        <>
          <div className={deviceClasses.grid}>
            {facts.cameras.map((camera) => (
              <CameraThumbnail key={camera.id} camera={camera} />
            ))}
          </div>
          <RecordingLine cameras={facts.cameras} />
        </>
      )}
      {isAdding ? (
        <div className={classes.camera}>
          <AddCameraForm
            key={round}
            edges={edges}
            locations={facts.sites}
            onAdded={() => {
              setRound(round + 1);
              setAdding(false);
            }}
          />
        </div>
      ) : (
        <Row wrap gap={8}>
          <Button onClick={onDone}>{t('common.actions.continue')}</Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('cameras.add.another')}
          </Button>
        </Row>
      )}
    </>
  );
}

/** Nobody pressed "record": whether footage is being kept is said. */
function RecordingLine({ cameras }: { cameras: StartFacts['cameras'] }) {
  const { t } = useTranslation();
  const { recording, total } = recordingOf(cameras);
  const said =
    total === 0
      ? ('off' as const)
      : recording === total
        ? ('now' as const)
        : recording === 0
          ? ('soon' as const)
          : ('some' as const);
  const level = { now: 'rec', some: 'rec', soon: 'idle', off: 'warn' } as const;
  return (
    <p className={classes.recording} role="status">
      <StatusLabel level={level[said]}>
        {said === 'some'
          ? t('organizations.start.recording.some', { recording: formatCount(recording), total: formatCount(total) })
          : t(`organizations.start.recording.${said}`)}
      </StatusLabel>
    </p>
  );
}
