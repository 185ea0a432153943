import { Component, type ReactNode } from "react";
import { Badge } from "./badge";
import { circleAlert } from "./icons.generated";

interface SectionBoundaryProps {
  /** Name of the section for display: "ROI calculator". */
  name: string;
  /** Advice below the name: "Contact us today." */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Error boundary of a section, which shows a message in its place. On the server an error fails the whole render. */
export class SectionBoundary extends Component<SectionBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { name, fallback, children } = this.props;
    return this.state.failed ? <SectionError name={name}>{fallback}</SectionError> : children;
  }
}

/** Message in place of a section that failed to render. */
export function SectionError({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div className="wrap grid justify-items-start gap-3 py-12" role="alert">
      <Badge variant="error" icon={circleAlert}>
        Error
      </Badge>
      <p className="disp text-d4">Content Loading Error</p>
      <p className="text-soft">{name}</p>
      {children && <p className="text-soft">{children}</p>}
    </div>
  );
}
