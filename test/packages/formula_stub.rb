# Homebrew's formula without Homebrew: as much of its language as our formula speaks.
#
#   ruby formula_stub.rb <formula.rb> <source> <work>
#
# Runs `install` in the source folder with <work>/prefix, then the formula's test in <work>/test.
# Formulas that it depends on are those of <work>/opt, and only those that it names.
require "fileutils"
require "minitest"
require "pathname"

WORK = Pathname(ARGV.fetch(2)).realpath

# A formula that is installed: what lies in opt/<name>.
Installed = Struct.new(:opt_prefix) do
  def opt_bin
    opt_prefix/"bin"
  end

  def opt_lib
    opt_prefix/"lib"
  end
end

class Formula
  include Minitest::Assertions
  attr_accessor :assertions

  FIELDS = [:desc, :homepage, :url, :sha256, :license].freeze

  class << self
    attr_reader :ours, :said, :test_block

    def inherited(formula)
      super
      @ours = formula
      formula.instance_variable_set(:@said, { needs: [] })
    end

    FIELDS.each { |field| define_method(field) { |value| @said[field] = value } }

    def depends_on(what)
      @said[:needs] << (what.is_a?(Hash) ? what.keys.first : what)
    end

    def test(&block)
      @test_block = block
    end

    def [](name)
      raise "#{name} is not among the dependencies" unless Formula.ours.said[:needs].include?(name)

      Installed.new(WORK/"opt"/name)
    end
  end

  def initialize
    self.assertions = 0
  end

  def prefix
    WORK/"prefix"
  end

  def bin
    prefix/"bin"
  end

  def testpath
    WORK/"test"
  end

  # As Homebrew has them; the tests of a project are not built.
  def std_cmake_args
    ["-DCMAKE_INSTALL_PREFIX=#{prefix}", "-DCMAKE_INSTALL_LIBDIR=lib", "-DCMAKE_BUILD_TYPE=Release",
     "-DCMAKE_FIND_FRAMEWORK=LAST", "-DCMAKE_VERBOSE_MAKEFILE=ON", "-Wno-dev", "-DBUILD_TESTING=OFF"]
  end

  def system(*words)
    command = words.map(&:to_s)
    raise "failed: #{command.join(" ")}" unless Kernel.system(*command)
  end

  def shell_output(command, expected = 0)
    output = `#{command}`
    raise "#{command}: exit #{$?.exitstatus}" if $?.exitstatus != expected

    output
  end
end

load ARGV.fetch(0)
missing = Formula::FIELDS - Formula.ours.said.keys
raise "the formula does not say its #{missing.join(", ")}" unless missing.empty?

formula = Formula.ours.new
Dir.chdir(ARGV.fetch(1)) { formula.install }
raise "the formula has no test" unless Formula.ours.test_block

FileUtils.mkdir_p(formula.testpath)
Dir.chdir(formula.testpath) { formula.instance_eval(&Formula.ours.test_block) }
puts "#{formula.assertions} assertions hold"
