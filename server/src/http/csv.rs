//! Writes CSV files for spreadsheets.

/// A CSV file that is being written. Its first row has the column names.
#[derive(Debug)]
pub struct Csv(String);

impl Csv {
    /// Returns a file with these columns. Excel reads it as UTF-8 only when it begins with a byte-order mark.
    pub fn new(columns: &[&str]) -> Self {
        let mut csv = Self("\u{feff}".to_owned());
        csv.row(columns);
        csv
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[&str]) {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            self.0.push('"');
            // Spreadsheets would run such text as a formula.
            if cell.trim_start().starts_with(['=', '+', '-', '@', '|', '＝', '＋', '－', '＠'])
                || cell.starts_with(['\t', '\r', '\n'])
            {
                self.0.push('\'');
            }
            self.0.push_str(&cell.replace('"', "\"\""));
            self.0.push('"');
        }
        self.0.push_str("\r\n");
    }

    /// Takes the text written since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_stay_text() {
        let mut csv = Csv::new(&["name", "message"]);
        for formula in ["=1+1", "+44 20", "-2", "@SUM(A1)", " =1", "\t=1", "\r=1", "|cmd"] {
            csv.row(&["a", formula]);
        }
        let file = csv.take();
        assert_eq!(file.matches(",\"'").count(), 8, "{file}");
    }

    #[test]
    fn quotes_commas_and_line_breaks_stay_inside_their_cell() {
        let mut csv = Csv::new(&["a", "b"]);
        csv.row(&["say \"hi\", please", "two\nlines"]);
        assert_eq!(csv.take(), "\u{feff}\"a\",\"b\"\r\n\"say \"\"hi\"\", please\",\"two\nlines\"\r\n");
    }
}
