import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-sheet.module.css';

/** On phones the filters are a page over the results. */
export function FilterSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('common.filters.label')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      classNames={{ body: classes.body }}
    >
      {children}
      <div className={classes.foot}>
        <Button fullWidth onClick={onClose}>
          {t('common.filters.show')}
        </Button>
      </div>
    </Modal>
  );
}
