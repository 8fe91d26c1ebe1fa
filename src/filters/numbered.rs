//! Byte strings, numbered as they come: what groups lines by their text. One small table
//! for all of them, for each kind of map from the standard library is 5 KB of program.

/// The numbers of byte strings.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    keys: Vec<Vec<u8>>,
    /// For each place in the table 0, or a number and 1; twice as many as keys at least.
    slots: Vec<u32>,
}

impl Numbered {
    /// The number of this one: a new one, the next from 0, if it was not there yet.
    pub(super) fn of(&mut self, key: &[u8]) -> usize {
        if self.keys.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mut at = self.slot(key);
        while self.slots[at] != 0 {
            let number = self.slots[at] as usize - 1;
            if self.keys[number] == key {
                return number;
            }
            at = (at + 1) % self.slots.len();
        }
        self.keys.push(key.to_vec());
        self.slots[at] = self.keys.len() as u32;
        self.keys.len() - 1
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(64)];
        for number in 0..self.keys.len() {
            let mut at = self.slot(&self.keys[number]);
            while self.slots[at] != 0 {
                at = (at + 1) % self.slots.len();
            }
            self.slots[at] = number as u32 + 1;
        }
    }

    /// Where to look first (FNV-1a).
    fn slot(&self, key: &[u8]) -> usize {
        let hash = key.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        (hash >> 16) as usize % self.slots.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Numbered;

    #[test]
    fn numbers_stay() {
        let mut numbered = Numbered::default();
        for round in 0..2 {
            for n in 0..1000_u32 {
                assert_eq!(numbered.of(&n.to_le_bytes()), n as usize, "round {round}");
            }
        }
        assert_eq!(numbered.len(), 1000);
        assert_eq!(numbered.of(b""), 1000);
    }
}
