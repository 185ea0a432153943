import { ROI } from "../../../../content/roi";
import { pounds, quartersOf, type Roi } from "./roi";

/** The data of the chart as a table. */
export function RoiTable({ roi }: { roi: Roi }) {
  return (
    <details className="roi-table">
      <summary>{ROI.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">After</th>
            <th scope="col">Today</th>
            <th scope="col">Potential</th>
          </tr>
        </thead>
        <tbody className="num">
          {quartersOf(roi).map((quarter) => (
            <tr key={quarter.month}>
              <th scope="row">{`${quarter.month} months`}</th>
              <td>{pounds(quarter.today)}</td>
              <td>{pounds(quarter.potential)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
