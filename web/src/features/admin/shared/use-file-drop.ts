import { type DragEvent, useState } from "react";

/**
 * Accepts files that are dropped on an element.
 * @param onFiles called with the files; not called while `isDisabled`
 * @returns props for the element, and whether something is dragged over it
 */
export function useFileDrop(onFiles: (files: File[]) => void, isDisabled = false) {
  const [isOver, setIsOver] = useState(false);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(!isDisabled);
    },
    onDragLeave: (event: DragEvent) => {
      // The browser also fires "dragleave" when the pointer moves between children.
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      if (!isDisabled) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, dropProps };
}
