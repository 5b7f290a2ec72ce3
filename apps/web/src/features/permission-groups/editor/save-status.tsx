import { IconAlertCircle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SaverState } from './group-saver.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './save-status.module.css';

const icons = {
  saved: IconCloudCheck,
  waiting: IconCloudUp,
  saving: IconCloudUp,
  failed: IconAlertCircle,
  conflict: IconAlertCircle,
} as const;

/** Whether what is on the screen is saved, in words and by a sign. */
export function SaveStatus({ status }: { status: SaverState['status'] }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <Row as="span" inline align="center" gap={8} className={classes.status} data-status={status} role="status">
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      {t(`permissionGroups.save.${status}`)}
    </Row>
  );
}
