import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './search-page.module.css';

/** On phones the filters are a page over the results. */
export function FilterSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('events.search.filters.label')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      classNames={{ body: classes.sheetBody }}
    >
      {children}
      <div className={classes.sheetFoot}>
        <Button fullWidth onClick={onClose}>
          {t('events.search.filters.show')}
        </Button>
      </div>
    </Modal>
  );
}
