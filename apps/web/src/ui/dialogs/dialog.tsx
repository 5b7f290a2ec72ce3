import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

interface DialogProps {
  title: ReactNode;
  /** Width in px; the look knows 400, 475, 500, 516, 540, 572, 600 and 800. */
  width?: 400 | 475 | 500 | 516 | 540 | 572 | 600 | 800;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog: title and cross above, body, and its actions at the foot through {@link DialogActions}. */
export function Dialog({ title, width = 400, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={width}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      {children}
    </Modal>
  );
}

/** Foot of a dialog: actions at the end, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
