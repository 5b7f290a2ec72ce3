import type { ComponentPropsWithRef } from 'react';
import { classNames, type Space } from '../layout/layout-parts.ts';
import { Row } from '../layout/row.tsx';
import classes from './drawn-lines.module.css';

interface DrawnLinesProps extends ComponentPropsWithRef<'div'> {
  role: 'listbox' | 'tree';
  tabIndex: 0;
  /** Of all lines, also those that are not drawn, in px. */
  heightPx: number;
}

/** Many lines of which only those in sight are in the page. It holds the focus for all of them, and hears keys and clicks. */
export function DrawnLines({ heightPx, className, children, ...rest }: DrawnLinesProps) {
  return (
    <div {...rest} className={classNames(classes.list, className)}>
      <div role="presentation" className={classes.lines} style={{ blockSize: heightPx }}>
        {children}
      </div>
    </div>
  );
}

interface DrawnLineProps extends ComponentPropsWithRef<'div'> {
  role: 'option' | 'treeitem';
  gap: Space;
  /** Where it stands in the list, in px. */
  startPx: number;
  /** The keys would act on it. */
  isActive: boolean;
}

/** One line of {@link DrawnLines}. */
export function DrawnLine({ startPx, isActive, className, style, ...rest }: DrawnLineProps) {
  const at = { ...style, transform: `translateY(${String(startPx)}px)` };
  return (
    <Row
      align="center"
      {...rest}
      tabIndex={-1}
      data-active={isActive}
      className={classNames(classes.line, className)}
      style={at}
    />
  );
}
