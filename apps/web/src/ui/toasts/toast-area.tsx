import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { useDirection } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import classes from './toast-area.module.css';

/** Where toasts appear: at the bottom, on the end side, newest on top, three at most. */
export function ToastArea() {
  const { dir } = useDirection();
  return (
    <Notifications
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      limit={3}
      zIndex={400}
      containerWidth={376}
      transitionDuration={150}
      className={classes.area}
    />
  );
}
