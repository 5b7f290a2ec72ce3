import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

/** What a dialog is given. */
export interface DialogProps {
  title: ReactNode;
  /** Width in px; the look knows 400, 475, 500, 516, 540, 572, 600 and 800. */
  width?: 400 | 475 | 500 | 516 | 540 | 572 | 600 | 800;
  onClose: () => void;
  children: ReactNode;
}

const fields = ['input:not([type=hidden])', 'select', 'textarea'].map((field) => `${field}:not(:disabled)`).join(',');

/** Marks what the focus goes to at first: left alone, it would go to the cross above, which closes what was just opened. */
const markFirstField = (body: HTMLElement | null): void => {
  if (body !== null && body.querySelector('[data-autofocus]') === null)
    body.querySelector(fields)?.setAttribute('data-autofocus', 'true');
};

/** The window of a dialog; what draws it weighs as much as a page, and is fetched when the first one opens. */
export function DialogWindow({ title, width = 400, onClose, children }: DialogProps) {
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
      <div ref={markFirstField}>{children}</div>
    </Modal>
  );
}
