import { Button, type ButtonProps } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/session/may.ts';
import type { DispatchSubject } from './dispatch-dialog.tsx';
import { useDispatchService } from './use-dispatch-service.ts';
import classes from './banner.module.css';

const DispatchDialog = lazy(async () => ({ default: (await import('./dispatch-dialog.tsx')).DispatchDialog }));

interface DispatchButtonProps extends Pick<ButtonProps, 'className'> {
  subject: DispatchSubject;
}

/** Begins to ask the monitoring service for help at a location; not there without the right to it, or without a service. */
export function DispatchButton({ subject, className }: DispatchButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const mayDispatch = useMay('AlarmManagementEdit', subject.locationId);
  const hasService = useDispatchService();
  if (!mayDispatch || !hasService) return null;
  return (
    <>
      <Button
        variant="default"
        className={`${classes.dispatch} ${className ?? ''}`}
        leftSection={<IconUrgent size={16} stroke={1.6} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('dispatchAlarms.create.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <DispatchDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
